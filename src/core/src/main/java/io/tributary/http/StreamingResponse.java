package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * Response that stays open until its writer, its client or the service ends it. It counts as a
 * request in flight. Runs on one event loop.
 */
public final class StreamingResponse {
  private final RequestContext call;
  private final HttpServerResponse response;
  private final Promise<Response> done = Promise.promise();
  private boolean open;
  private Future<Void> recorded = Future.succeededFuture();

  private StreamingResponse(RequestContext call) {
    this.call = call;
    this.response = call.response();
  }

  /**
   * Sends the head with status 200, without compression, which would delay the data.
   *
   * @param ended runs once, when nothing more can be written
   */
  public static StreamingResponse begin(RequestContext call, String contentType, Runnable ended) {
    StreamingResponse reply = new StreamingResponse(call);
    call.markLongLived(reply);
    call.whenEnded(() -> reply.finish(ended));
    if (reply.isEnded()) {
      // The client has disconnected, or the request timed out.
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
    reply.recorded =
        call.recordResponse(200).onSuccess(v -> reply.open = true).onFailure(t -> reply.abort());
    return reply;
  }

  private void finish(Runnable ended) {
    if (done.tryComplete(Response.handled())) {
      ended.run();
    }
  }

  /** Returns a future that completes when the response has ended. */
  public Future<Response> ended() {
    return done.future();
  }

  public boolean isEnded() {
    return response.ended() || response.closed();
  }

  /**
   * Writes data. Data written before the audit trail has recorded the response is queued in order.
   */
  public void write(Buffer piece) {
    if (open) {
      send(piece);
    } else {
      recorded.onSuccess(v -> send(piece));
    }
  }

  private void send(Buffer piece) {
    if (!isEnded()) {
      response.write(piece);
    }
  }

  /**
   * Returns whether the writer should pause.
   *
   * <p>The client reads more slowly than data is written, or the audit trail has not recorded the
   * response yet.
   */
  public boolean shouldPause() {
    return !open || response.writeQueueFull();
  }

  /** Runs an action once, when more data can be written. */
  public void onceWritable(Runnable action) {
    recorded.onSuccess(
        v -> {
          if (isEnded()) {
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

  /** Ends the response normally, once the audit trail has recorded it. */
  public void end() {
    recorded.onSuccess(
        v -> {
          if (!isEnded()) {
            response.end();
          }
        });
  }

  /** Closes the connection immediately, discarding unread data. */
  public void abort() {
    ConnectionAbort.abort(call.request().connection());
  }
}
