package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * A reply that stays open until its writer, its client or the service ends it. It counts among the
 * requests in flight. Lives on one event loop.
 */
public final class StreamingResponse {
  private final RequestContext call;
  private final HttpServerResponse response;
  private final Promise<Response> done = Promise.promise();
  private boolean open;
  private Future<Void> allowed = Future.succeededFuture();

  private StreamingResponse(RequestContext call) {
    this.call = call;
    this.response = call.response();
  }

  /**
   * Sends the head with status 200; nothing is compressed, which would hold pieces back.
   *
   * @param ended runs once, when nothing more can be written
   */
  public static StreamingResponse begin(RequestContext call, String contentType, Runnable ended) {
    StreamingResponse reply = new StreamingResponse(call);
    call.stand(reply);
    call.whenEnded(() -> reply.finish(ended));
    if (reply.over()) {
      // Gone meanwhile, or told that there is no answer in time.
      reply.finish(ended);
      return reply;
    }
    reply
        .response
        .setStatusCode(200)
        .setChunked(true)
        .putHeader("content-type", contentType)
        .putHeader("content-encoding", "identity")
        .putHeader("cache-control", "no-store")
        .putHeader("x-accel-buffering", "no");
    reply.allowed =
        call.answering(200).onSuccess(v -> reply.open = true).onFailure(t -> reply.cut());
    return reply;
  }

  private void finish(Runnable ended) {
    if (done.tryComplete(Response.handled())) {
      ended.run();
    }
  }

  /** For the router; completes when all is over. */
  public Future<Response> done() {
    return done.future();
  }

  public boolean over() {
    return response.ended() || response.closed();
  }

  /** What is written before the audit trail knows of the reply waits for it, in its order. */
  public void write(Buffer piece) {
    if (open) {
      send(piece);
    } else {
      allowed.onSuccess(v -> send(piece));
    }
  }

  private void send(Buffer piece) {
    if (!over()) {
      response.write(piece);
    }
  }

  /**
   * Whether nothing more should be read for the client: it reads more slowly than it is written to,
   * or the audit trail does not know of the reply yet.
   */
  public boolean full() {
    return !open || response.writeQueueFull();
  }

  /** Runs once when there is room again. */
  public void whenDrained(Runnable action) {
    allowed.onSuccess(
        v -> {
          if (over()) {
            return;
          }
          if (response.writeQueueFull()) {
            response.drainHandler(
                w -> {
                  response.drainHandler(null);
                  action.run();
                });
          } else {
            action.run();
          }
        });
  }

  /** The client sees a complete reply, once the audit trail knows of it. */
  public void end() {
    allowed.onSuccess(
        v -> {
          if (!over()) {
            response.end();
          }
        });
  }

  /** Cuts the connection, whatever is still unread. */
  public void cut() {
    ConnectionAbort.now(call.request().connection());
  }
}
