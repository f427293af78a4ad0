package io.tributary.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.tributary.core.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * Answers requests whose head is not valid HTTP or too long, before they reach a route. Such a
 * connection can't be read any further and is closed.
 */
final class MalformedRequestHandler {
  private MalformedRequestHandler() {}

  static void respond(HttpServerRequest request, RejectedRequests rejections) {
    Throwable cause = request.decoderResult().cause();
    int status = 400;
    String detail = "the request is malformed";
    if (cause instanceof TooLongHttpLineException) {
      status = 414;
      detail = "the path is too long";
    } else if (cause instanceof TooLongHttpHeaderException) {
      status = 431;
      detail = "the headers are too long";
    }
    if (status != 400) {
      rejections.count(RejectedRequests.RejectionReason.TOO_LARGE);
    }
    respond(request, status, detail);
  }

  /** Rejects a request with too many headers, however short they are. */
  static void rejectTooManyHeaders(HttpServerRequest request, RejectedRequests rejections) {
    rejections.count(RejectedRequests.RejectionReason.TOO_LARGE);
    respond(request, 431, "the request has too many headers");
  }

  private static void respond(HttpServerRequest request, int status, String detail) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/json")
        .putHeader("connection", "close")
        .end(Buffer.buffer(Json.bytes(Json.object().put("detail", detail))))
        .onComplete(sent -> request.connection().close());
  }
}
