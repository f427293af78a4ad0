package io.tributary.http;

import io.tributary.core.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Writes responses that are not streamed. */
final class ResponseWriter {
  private ResponseWriter() {}

  /** Writes a response. Does nothing if the response has ended or the client is gone. */
  static void respond(RoutingContext c, Response reply) {
    HttpServerResponse response = c.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(reply.status());
    reply.headers().forEach(response::putHeader);
    switch (reply.body()) {
      case null -> response.end();
      case Response.Raw raw ->
          response.putHeader("content-type", raw.contentType()).end(Buffer.buffer(raw.bytes()));
      case Response.Streamed streamed ->
          throw new IllegalStateException("only a handler's response can be streamed");
      case Object body ->
          response
              .putHeader("content-type", "application/json")
              .end(Buffer.buffer(Json.bytes(body)));
    }
  }
}
