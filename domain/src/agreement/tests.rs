mod report;

use proptest::prelude::*;

use super::*;

/// What a measure must be, to 1e-9.
#[track_caller]
fn is(measured: &Measured, expected: f64) {
    let value = measured.value().unwrap_or(f64::NAN);
    assert!((value - expected).abs() < 1e-9, "{measured:?} is not {expected}");
}

/// Ratings by rater, item by item, each item a query; grades from 1, 0 is missing.
fn by_rater(grades: usize, rows: &[&[usize]]) -> Ratings {
    let mut ratings = Ratings::new(grades, grades / 2);
    for (item, query) in (0..rows[0].len()).zip(0..) {
        ratings.push(query, rows.iter().zip(0..).filter(|(row, _)| row[item] > 0).map(|(row, rater)| (rater, row[item] - 1)));
    }
    ratings
}

/// How far two raters agree who met as this confusion matrix says, each item a query.
fn two_raters(cells: [[u64; 2]; 2]) -> TwoRaters {
    let mut ratings = Ratings::new(2, 1);
    let met = cells.iter().enumerate().flat_map(|(first, row)| row.iter().enumerate().map(move |(second, n)| ([first, second], *n)));
    for ([first, second], query) in met.flat_map(|(met, n)| (0..n).map(move |_| met)).zip(0..) {
        ratings.push(query, [(0, first), (1, second)]);
    }
    PairAgreement::of_pairs(&ratings, |_, _| true, 1).0.remove(0).agreement
}

/// Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: four observers, twelve units, missing values.
/// The digits beyond the paper's are those of the Python package krippendorff 0.9.0.
#[test]
fn alpha_is_that_of_krippendorffs_example_with_missing_ratings() {
    let ratings = by_rater(
        5,
        &[
            &[1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            &[1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            &[0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            &[1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ],
    );
    let agreement = Agreement::of(&ratings);
    is(&agreement.krippendorff.nominal, 0.743_421_052_631_579);
    is(&agreement.krippendorff.ordinal, 0.815_387_503_754_881_4);
    is(&agreement.krippendorff.interval, 0.849_107_142_857_142_8);
    assert_eq!((agreement.items, agreement.single, agreement.raters), (11, 1, 4));
}

/// Fleiss (1971), ten subjects and fourteen raters; the digits beyond the paper's are those of statsmodels 0.15.0.
#[test]
fn kappa_is_that_of_fleiss_example() {
    let given: [[usize; 5]; 10] = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ];
    let mut ratings = Ratings::new(5, 2);
    for (subject, query) in given.iter().zip(0..) {
        let grades = subject.iter().enumerate().flat_map(|(grade, raters)| std::iter::repeat_n(grade, *raters));
        ratings.push(query, (0..).zip(grades));
    }
    is(&Agreement::of(&ratings).fleiss, 0.209_930_704_421_955_22);
}

/// Cohen's κ of a confusion of 20, 5, 10 and 15 is 0.4: observed 0.7, expected 0.5.
#[test]
fn kappa_of_two_raters_is_beyond_chance() {
    let pair = two_raters([[20, 5], [10, 15]]);
    is(&pair.cohen, 0.4);
    is(&pair.percent, 0.7);
    assert_eq!((pair.n, pair.matrix.alike(), pair.matrix), (50, 35, Confusion(vec![vec![20, 5], vec![10, 15]])));
}

/// Two raters of 10 items, of which one is rated by one alone; the values are those of the Python package krippendorff 0.9.0.
#[test]
fn relevance_is_alpha_of_the_sides_of_the_cutoff() {
    let ratings = by_rater(4, &[&[1, 2, 3, 4, 1, 2, 3, 4, 1, 1], &[1, 1, 4, 4, 2, 3, 3, 2, 1, 0]]);
    let agreement = Agreement::of(&ratings);
    is(&agreement.krippendorff.relevance, 0.575);
    is(&agreement.same_side, 7.0 / 9.0);
    assert_eq!((agreement.items, agreement.single, agreement.alike, agreement.across), (9, 1, 4, 2));
}

#[test]
fn what_is_undefined_says_why_and_is_no_number() {
    let nothing = Agreement::of(&by_rater(4, &[&[1, 0], &[0, 2]]));
    assert_eq!((nothing.items, nothing.single), (0, 2));
    for measured in [&nothing.percent, &nothing.fleiss, &nothing.krippendorff.nominal, &nothing.krippendorff.interval] {
        assert_eq!(why(measured), "no item has two ratings");
    }
    let same = Agreement::of(&by_rater(4, &[&[2, 2], &[2, 2]]));
    is(&same.percent, 1.0);
    for measured in [&same.fleiss, &same.krippendorff.ordinal] {
        assert_eq!(why(measured), "every rating is the same, so there is no disagreement to expect");
    }
}

fn why(measured: &Measured) -> String {
    let Measured::Undefined { undefined } = measured else { panic!("{measured:?} is defined") };
    undefined.clone()
}

#[test]
fn kappa_for_a_fixed_number_of_labellers_is_undefined_where_the_number_varies() {
    let varies = Agreement::of(&by_rater(4, &[&[1, 2, 3], &[1, 2, 4], &[0, 2, 3]]));
    assert_eq!(why(&varies.fleiss), "the number of labellers an item varies, 2 to 3");
    let one_alone = Agreement::of(&by_rater(4, &[&[1, 2, 3], &[1, 3, 0]]));
    assert!(one_alone.fleiss.value().is_some(), "an item that one rated is not looked at");
}

#[test]
fn the_interval_holds_the_value_and_narrows_with_more_queries() {
    let width = |copies: u64| {
        let pair = two_raters([[20 * copies, 5 * copies], [10 * copies, 15 * copies]]);
        let (low, high) = pair.cohen.interval().expect("an interval");
        assert!(low < 0.4 && 0.4 < high && pair.cohen.n() == 50 * copies);
        high - low
    };
    assert!(width(100) < width(1) / 5.0);
}

/// Forty items of which ten are graded apart: as forty queries, or as four queries of which one has all ten.
#[test]
fn the_interval_is_wider_where_the_items_of_a_query_go_together() {
    let interval = |a_query: u32| {
        let mut ratings = Ratings::new(2, 1);
        for item in 0..40 {
            let first = usize::from(item % 2 == 0);
            ratings.push(item / a_query, [(0, first), (1, if item < 10 { 1 - first } else { first })]);
        }
        let (low, high) = Agreement::of(&ratings).percent.interval().expect("an interval");
        high - low
    };
    assert!(interval(10) > 2.0 * interval(1), "{} and {}", interval(10), interval(1));
}

#[test]
fn an_interval_that_cannot_be_known_says_why() {
    let of = |ratings: &Ratings| match Agreement::of(ratings).krippendorff.nominal {
        Measured::Value { low: None, high: None, interval_undefined: Some(why), .. } => why,
        other => panic!("{other:?}"),
    };
    let mut one_query = Ratings::new(2, 1);
    one_query.push(0, [(0, 0), (1, 0)]);
    one_query.push(0, [(0, 1), (1, 0)]);
    assert_eq!(of(&one_query), "one query does not show how queries differ");
    let lone = by_rater(2, &[&[1, 1, 1, 2], &[1, 1, 1, 1]]);
    assert!(of(&lone).ends_with("of 1000 resamples have no value"), "{}", of(&lone));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Items that one labeller rated are among them, and items that nobody did.
    #[test]
    fn alpha_depends_neither_on_the_labellers_names_nor_on_the_order_of_items(
        rows in prop::collection::vec(prop::collection::vec(0_usize..5, 4), 2..30),
        rename in Just([0_u32, 1, 2, 3]).prop_shuffle(),
        rotate in 0_usize..30,
    ) {
        let agreement = |rows: &[Vec<usize>], name: &dyn Fn(usize) -> u32| {
            let mut ratings = Ratings::new(4, 2);
            for (row, query) in rows.iter().zip(0..) {
                ratings.push(query, row.iter().enumerate().filter(|(_, grade)| **grade > 0).map(|(rater, grade)| (name(rater), grade - 1)));
            }
            Agreement::of(&ratings)
        };
        let mut turned = rows.clone();
        turned.rotate_left(rotate % rows.len());
        let [here, there] = [agreement(&rows, &|rater| [0, 1, 2, 3][rater]), agreement(&turned, &|rater| rename[rater])];
        let counts = |of: &Agreement| [of.items, of.single, of.raters, of.alike, of.across];
        prop_assert_eq!(counts(&here), counts(&there));
        let measures = |of: &Agreement| {
            let Krippendorff { nominal, ordinal, interval, relevance } = &of.krippendorff;
            [nominal, ordinal, interval, relevance, &of.fleiss, &of.percent, &of.same_side].map(Measured::value)
        };
        for (here, there) in measures(&here).into_iter().zip(measures(&there)) {
            match (here, there) {
                (Some(here), Some(there)) => prop_assert!((here - there).abs() < 1e-12),
                (here, there) => prop_assert_eq!(here, there),
            }
        }
    }
}

/// The annotations of faithfulness of IBM MT-RAG's human evaluation, three of seven annotators an item; the values are those of
/// the Python packages krippendorff 0.9.0, statsmodels 0.15.0 and scikit-learn 1.9.1. Runs where the data is beside the project.
#[test]
fn real_annotations_give_what_other_programs_give() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/data/mtrag_human_eval/reference_subset_with_human_evaluations.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: the test data mtrag_human_eval is not beside the project");
        return;
    };
    let file = serde_json::from_str(&text).expect("JSON");
    let ratings = annotations(&file, |_| true);
    let agreement = Agreement::of(&ratings);
    is(&agreement.krippendorff.nominal, 0.263_164_118_984_606_23);
    is(&agreement.krippendorff.ordinal, 0.470_008_337_156_553_9);
    is(&agreement.krippendorff.interval, 0.550_157_642_488_311);
    assert_eq!(why(&agreement.fleiss), "the number of labellers an item varies, 2 to 3");
    is(&Agreement::of(&annotations(&file, |raters| raters == 3)).fleiss, 0.261_244_222_199_669_53);
    is(&agreement.percent, 0.589_907_604_832_978);
    let expected: [Kappas; 18] = [
        ((0, 1), 114, [Some(0.295_974_382_433_668_7), Some(0.404_855_129_209_083_84), Some(0.473_824_851_208_550_9)]),
        ((0, 2), 35, [Some(0.298_440_979_955_456_6), Some(0.283_054_003_724_394_93), Some(0.226_267_880_364_109_39)]),
        ((0, 3), 24, [Some(0.679_999_999_999_999_9), Some(0.859_649_122_807_017_6), Some(0.946_428_571_428_571_4)]),
        ((0, 4), 35, [Some(0.182_242_990_654_205_57), Some(0.375), Some(0.528_089_887_640_449_4)]),
        ((0, 5), 40, [Some(0.164_292_497_625_831_1), Some(0.218_967_921_896_792_26), Some(0.301_310_043_668_122_3)]),
        ((1, 2), 148, [Some(0.403_225_806_451_613), Some(0.545_441_853_971_799_6), Some(0.657_710_359_839_466_7)]),
        ((1, 3), 51, [Some(0.407_786_885_245_901_7), Some(0.432_848_588_537_211_3), Some(0.418_930_762_489_044_7)]),
        ((1, 4), 183, [Some(0.309_800_223_937_768_85), Some(0.458_045_409_674_234_9), Some(0.561_785_334_750_265_7)]),
        ((1, 5), 326, [Some(0.237_449_197_391_889_08), Some(0.408_589_411_329_137_4), Some(0.556_777_206_360_465_9)]),
        ((1, 6), 90, [Some(0.155_657_668_006_892_5), Some(0.247_211_895_910_780_63), Some(0.314_530_524_812_567_05)]),
        ((2, 3), 3, [None, None, None]),
        ((2, 4), 12, [Some(0.058_823_529_411_764_72), Some(0.166_666_666_666_666_63), Some(0.363_636_363_636_363_65)]),
        ((2, 5), 106, [Some(0.254_614_708_467_623_7), Some(0.453_921_007_441_328), Some(0.643_824_457_794_521_9)]),
        ((3, 4), 15, [Some(0.225_806_451_612_903_25), Some(0.377_358_490_566_037_65), Some(0.537_205_081_669_691_5)]),
        ((3, 5), 28, [Some(0.047_258_979_206_049_27), Some(0.174_157_303_370_786_6), Some(0.259_124_087_591_240_95)]),
        ((4, 5), 107, [Some(0.165_860_215_053_763_47), Some(0.365_777_569_801_903), Some(0.521_995_911_259_180_8)]),
        ((4, 6), 32, [Some(0.372_549_019_607_843_15), Some(0.499_079_189_686_924_44), Some(0.630_314_232_902_033_3)]),
        ((5, 6), 58, [Some(0.248_013_383_521_539_12), Some(0.430_441_898_527_005), Some(0.577_028_258_887_876)]),
    ];
    let (mut pairs, more) = PairAgreement::of_pairs(&ratings, |_, _| true, 100);
    assert!(more == 0 && pairs.is_sorted_by_key(|pair| std::cmp::Reverse(pair.agreement.n)), "those with most in common first");
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    assert_eq!(pairs.len(), expected.len());
    for (pair, (raters, n, kappas)) in pairs.iter().zip(expected) {
        assert_eq!(((pair.a, pair.b), pair.agreement.n), (raters, n));
        for (measured, kappa) in
            [&pair.agreement.cohen, &pair.agreement.cohen_linear, &pair.agreement.cohen_quadratic].into_iter().zip(kappas)
        {
            match kappa {
                Some(kappa) => is(measured, kappa),
                None => assert_eq!(measured.value(), None),
            }
        }
    }
}

/// Two annotators, how many items both rated, and κ: unweighted, linear, quadratic.
type Kappas = ((u32, u32), u64, [Option<f64>; 3]);

/// The annotators in the order of their ids, the items in the file's, each a query; those with a number of annotators that is wanted.
fn annotations(file: &serde_json::Value, wanted: impl Fn(usize) -> bool) -> Ratings {
    let items: Vec<&serde_json::Map<String, serde_json::Value>> = file["evaluations"]
        .as_array()
        .expect("evaluations")
        .iter()
        .map(|item| item["annotations"]["faithfulness"].as_object().expect("annotations"))
        .collect();
    let raters: std::collections::BTreeSet<&String> = items.iter().flat_map(|item| item.keys()).collect();
    let place = |rater: &String| raters.iter().zip(0..).find(|(known, _)| **known == rater).expect("a rater").1;
    let grade = |given: &serde_json::Value| given["value"].as_str().and_then(|value| value.parse::<usize>().ok()).expect("a grade") - 1;
    let mut ratings = Ratings::new(4, 2);
    for (item, query) in items.into_iter().filter(|item| wanted(item.len())).zip(0..) {
        ratings.push(query, item.iter().map(|(rater, given)| (place(rater), grade(given))));
    }
    ratings
}
