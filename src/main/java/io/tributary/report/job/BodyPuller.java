package io.tributary.report.job;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of a paused request, piece by piece for a virtual thread: no piece is asked for before
 * the last one has been dealt with.
 */
final class BodyPuller {
  /** Longer than the server lets a connection be idle. */
  private static final long LONGEST_PAUSE_SECONDS = 150;

  private final Context context;
  private final HttpServerRequest request;
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

  private sealed interface Piece {
    record Data(Buffer bytes) implements Piece {}

    record End() implements Piece {}

    record Broken() implements Piece {}
  }

  /** The sender is gone. */
  static final class BrokenOff extends Exception {
    private static final long serialVersionUID = 1;

    BrokenOff() {
      super(null, null, false, false);
    }
  }

  /** Make it on the event loop of the request. */
  BodyPuller(Context context, HttpServerRequest request) {
    this.context = context;
    this.request = request;
    request.exceptionHandler(e -> pieces.add(new Piece.Broken()));
    request.endHandler(v -> pieces.add(new Piece.End()));
    request.handler(b -> pieces.add(new Piece.Data(b)));
  }

  /** The next piece; empty at the end. */
  Optional<Buffer> next() throws BrokenOff {
    context.runOnContext(v -> request.fetch(1));
    try {
      return switch (pieces.poll(LONGEST_PAUSE_SECONDS, TimeUnit.SECONDS)) {
        // It was gone before anybody listened.
        case null -> throw new BrokenOff();
        case Piece.Data d -> Optional.of(d.bytes());
        case Piece.End e -> Optional.empty();
        case Piece.Broken b -> throw new BrokenOff();
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenOff();
    }
  }
}
