"""What schemathesis must be told of NDJSON, which it does not know: a text of JSON values, one a line."""
import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def send(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8")


@schemathesis.deserializer("application/x-ndjson")
def receive(_context, response):
    text = response.content.decode("utf-8")
    for line in text.splitlines():
        json.loads(line)
    return text
