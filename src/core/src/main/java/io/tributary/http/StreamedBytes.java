package io.tributary.http;

import io.tributary.core.JsonBytes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * Response written in chunks.
 *
 * <p>No chunk is generated while the client is slow, and the event loop serves other requests
 * between two chunks. A failure before the first chunk becomes an ordinary error response; a later
 * failure closes the connection. Runs on one event loop.
 */
public final class StreamedBytes {
  /** Target size of a chunk in bytes. */
  public static final int CHUNK_BYTES = 192 * 1024;

  /** Generates the response body. One object serves one response. */
  public interface ChunkSource {
    /**
     * Appends the next chunk.
     *
     * @return whether more chunks follow
     */
    Future<Boolean> next(JsonBytes out);
  }

  private final RequestContext call;
  private final HttpServerResponse response;
  private final Response head;
  private final Response.Streamed body;
  private final JsonBytes out = new JsonBytes(32 * 1024);
  private final Promise<Void> done = Promise.promise();
  private final Context context = Vertx.currentContext();
  private boolean started;

  private StreamedBytes(RequestContext call, Response head, Response.Streamed body) {
    this.call = call;
    this.response = call.response();
    this.head = head;
    this.body = body;
    // Not the response's own handlers: the router uses those to count requests in flight.
    call.whenEnded(() -> done.tryComplete());
  }

  /** Sends a 200 response with these chunks of JSON. */
  public static Future<Response> send(RequestContext call, ChunkSource pieces) {
    Response.Streamed body = new Response.Streamed("application/json", -1, pieces);
    return send(call, Response.ok(body), body);
  }

  /** Sends a response with the status and headers of {@code head}. */
  static Future<Response> send(RequestContext call, Response head, Response.Streamed body) {
    StreamedBytes stream = new StreamedBytes(call, head, body);
    stream.writeNext();
    return stream
        .done
        .future()
        .map(Response.handled())
        .recover(
            t ->
                stream.isEnded()
                    ? Future.succeededFuture(Response.handled())
                    : Future.failedFuture(t));
  }

  private boolean isEnded() {
    return response.ended() || response.closed();
  }

  private void writeNext() {
    if (isEnded()) {
      done.tryComplete();
      return;
    }
    out.clear();
    Future<Boolean> piece;
    try {
      piece = body.chunks().next(out);
    } catch (RuntimeException e) {
      piece = Future.failedFuture(e);
    }
    piece
        .compose(
            more ->
                started
                    ? Future.succeededFuture(more)
                    : call.recordResponse(head.status()).map(more))
        .onComplete(this::write, done::tryFail);
  }

  private void write(boolean more) {
    if (isEnded()) {
      done.tryComplete();
      return;
    }
    Buffer bytes = out.with((array, n) -> Buffer.buffer(n).appendBytes(array, 0, n));
    if (!started) {
      started = true;
      response.setStatusCode(head.status()).putHeader("content-type", body.contentType());
      head.headers().forEach(response::putHeader);
      if (body.length() >= 0) {
        response.putHeader("content-length", Long.toString(body.length()));
      } else {
        response.setChunked(more);
      }
    }
    if (!more) {
      response.end(bytes).onComplete(r -> done.tryComplete());
      return;
    }
    response.write(bytes);
    if (response.writeQueueFull()) {
      response.drainHandler(
          v -> {
            response.drainHandler(null);
            writeNext();
          });
    } else {
      context.runOnContext(v -> writeNext());
    }
  }
}
