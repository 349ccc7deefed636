"""A server on loopback that keeps what a client asks of it, and answers as Langfuse's dataset items do."""

import http.server
import json
import threading


class Langfuse:
    def __init__(self):
        items = self.items = {}
        self.paths = []
        paths = self.paths

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, status, body):
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def do_POST(self):
                item = json.loads(self.rfile.read(int(self.headers["content-length"])))
                items[item["id"]] = item
                self.answer(200, whole(item))

            def do_GET(self):
                paths.append(self.path)
                before, id = self.path.rsplit("/", 1)
                known = before == "/api/public/dataset-items" and id in items
                self.answer(200 if known else 404, whole(items[id]) if known else {"message": "no such item"})

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"


def whole(item):
    moment = "2026-12-01T00:00:00Z"
    return {**item, "status": "ACTIVE", "datasetId": "d", "createdAt": moment, "updatedAt": moment, "sourceTraceId": None, "sourceObservationId": None, "mediaReferences": []}
