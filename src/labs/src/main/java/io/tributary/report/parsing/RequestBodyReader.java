package io.tributary.report.parsing;

import io.tributary.config.ReportConfig.Upload;
import io.tributary.core.ServiceException;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Reads the body of a paused request piece by piece on a virtual thread; requests a piece only
 * after the previous one has been processed.
 */
final class RequestBodyReader {
  private final Context context;
  private final HttpServerRequest request;
  private final Upload intake;
  private final BlockingQueue<BodyEvent> pieces = new LinkedBlockingQueue<>();
  private long waitedNanos;
  private long received;

  private sealed interface BodyEvent {
    record Data(Buffer bytes) implements BodyEvent {}

    record End() implements BodyEvent {}

    record Broken() implements BodyEvent {}
  }

  /** The client has disconnected. */
  static final class ClientDisconnected extends Exception {
    private static final long serialVersionUID = 1;

    ClientDisconnected() {
      super(null, null, false, false);
    }
  }

  /** Creates the reader; must run on the request's event loop. */
  RequestBodyReader(Context context, HttpServerRequest request, Upload intake) {
    this.intake = intake;
    this.context = context;
    this.request = request;
    request.exceptionHandler(e -> pieces.add(new BodyEvent.Broken()));
    request.endHandler(v -> pieces.add(new BodyEvent.End()));
    request.handler(b -> pieces.add(new BodyEvent.Data(b)));
  }

  /**
   * Returns the next piece; empty at the end.
   *
   * @throws ServiceException 400 if the client is slower than the minimum rate allows
   */
  Optional<Buffer> next() throws ClientDisconnected {
    context.runOnContext(v -> request.fetch(1));
    long since = System.nanoTime();
    try {
      return switch (pieces.poll(remainingNanos(), TimeUnit.NANOSECONDS)) {
        // Includes a client that disconnected before the handlers were set.
        case null -> throw ServiceException.badRequest("the upload was too slow; try again");
        case BodyEvent.Data d -> {
          received += d.bytes().length();
          yield Optional.of(d.bytes());
        }
        case BodyEvent.End e -> Optional.empty();
        case BodyEvent.Broken b -> throw new ClientDisconnected();
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientDisconnected();
    } finally {
      waitedNanos += System.nanoTime() - since;
    }
  }

  /**
   * Returns the remaining wait time: the base allowance plus the received bytes at the minimum
   * rate, minus the time waited so far. Time that the node itself needs does not count.
   */
  private long remainingNanos() {
    long earned = TimeUnit.SECONDS.toNanos(received) / intake.minBytesPerSecond();
    return Math.max(0, intake.baseTimeout().toNanos() + earned - waitedNanos);
  }
}
