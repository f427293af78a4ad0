package io.tributary.report.parsing;

import io.tributary.config.ReportConfig.Intake;
import io.tributary.core.ServiceException;
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
final class RequestBodyReader {
  private final Context context;
  private final HttpServerRequest request;
  private final Intake intake;
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private long waitedNanos;
  private long received;

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
  RequestBodyReader(Context context, HttpServerRequest request, Intake intake) {
    this.intake = intake;
    this.context = context;
    this.request = request;
    request.exceptionHandler(e -> pieces.add(new Piece.Broken()));
    request.endHandler(v -> pieces.add(new Piece.End()));
    request.handler(b -> pieces.add(new Piece.Data(b)));
  }

  /**
   * The next piece; empty at the end.
   *
   * @throws Refusal 400 when the sender takes longer in all than what has come allows
   */
  Optional<Buffer> next() throws BrokenOff {
    context.runOnContext(v -> request.fetch(1));
    long since = System.nanoTime();
    try {
      return switch (pieces.poll(left(), TimeUnit.NANOSECONDS)) {
        // Also when it was gone before anybody listened.
        case null -> throw ServiceException.invalid("the upload comes too slowly");
        case Piece.Data d -> {
          received += d.bytes().length();
          yield Optional.of(d.bytes());
        }
        case Piece.End e -> Optional.empty();
        case Piece.Broken b -> throw new BrokenOff();
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenOff();
    } finally {
      waitedNanos += System.nanoTime() - since;
    }
  }

  /** How long it may still be waited for; what the node itself takes meanwhile does not count. */
  private long left() {
    long earned = TimeUnit.SECONDS.toNanos(received) / intake.pace();
    return Math.max(0, intake.patience().toNanos() + earned - waitedNanos);
  }
}
