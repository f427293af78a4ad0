package io.tributary.bus;

import io.tributary.kernel.Ids;
import io.tributary.kernel.Refusal;
import io.tributary.telemetry.Spans;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/**
 * Ask, tell, publish and serve. Every handler runs inside {@link #serve} or {@link #serveOwned}, so
 * an asker always gets a reply: the answer, the refusal, or a fault id.
 */
public final class Bus {
  private static final System.Logger LOG = System.getLogger(Bus.class.getName());

  private final Vertx vertx;
  private final RecordCodec codec;
  private final Spans spans;

  private Bus(Vertx vertx, RecordCodec codec) {
    this.vertx = vertx;
    this.codec = codec;
    this.spans = Spans.on(vertx);
  }

  /** Registers the codec; once per Vert.x instance. */
  public static Bus on(Vertx vertx) {
    RecordCodec codec = new RecordCodec();
    vertx.eventBus().registerCodec(codec);
    vertx.eventBus().codecSelector(body -> body instanceof BusMessage ? RecordCodec.NAME : null);
    return new Bus(vertx, codec);
  }

  public void register(Class<? extends BusMessage.Remote> type) {
    codec.register(type);
  }

  /** Asks and waits at most the limit. Nobody there, late or full: a refusal with 503. */
  public <R extends BusMessage> Future<R> ask(String address, BusMessage message, Duration limit) {
    return vertx
        .eventBus()
        .<BusMessage>request(
            address, message, new DeliveryOptions().setSendTimeout(limit.toMillis()))
        .compose(reply -> Bus.<R>answer(reply.body()), t -> Future.failedFuture(unanswered(t)));
  }

  public <R extends BusMessage> Future<R> ask(Address address, BusMessage message) {
    return ask(address.text(), message, address.limit());
  }

  @SuppressWarnings("unchecked")
  private static <R extends BusMessage> Future<R> answer(BusMessage body) {
    return switch (body) {
      case Refused refused -> Future.failedFuture(refused.refusal());
      case Faulted faulted -> Future.failedFuture(new BusFault(faulted.id()));
      default -> Future.succeededFuture((R) body);
    };
  }

  private static Throwable unanswered(Throwable t) {
    if (t instanceof ReplyException e && e.failureType() != ReplyFailure.RECIPIENT_FAILURE) {
      return Refusal.unavailable("busy or starting; try again", Duration.ofSeconds(1));
    }
    return t;
  }

  /** A hint that may be lost. */
  public void tell(String address, BusMessage message) {
    vertx.eventBus().send(address, message);
  }

  /** A message to this node only, e.g. a timer's to its own actor. */
  public void tellSelf(String address, BusMessage message) {
    vertx.eventBus().send(address, message, new DeliveryOptions().setLocalOnly(true));
  }

  /** To every consumer on every node. */
  public void publish(String address, BusMessage message) {
    vertx.eventBus().publish(address, message);
  }

  /** Hears what is published. */
  public <M extends BusMessage> MessageConsumer<BusMessage> hear(
      String address, Class<M> type, java.util.function.Consumer<M> handler) {
    return vertx
        .eventBus()
        .consumer(
            address,
            m -> {
              if (type.isInstance(m.body())) {
                handler.accept(type.cast(m.body()));
              }
            });
  }

  /**
   * Serves commands on this node: each message on its own virtual thread, at most {@code atOnce}
   * together. Call it on a virtual-thread verticle.
   */
  public <M extends BusMessage> Future<Void> serve(
      Address address, Class<M> type, int atOnce, Function<M, ? extends BusMessage> handler) {
    Context context = vertx.getOrCreateContext();
    Gate gate = new Gate(atOnce);
    MessageConsumer<BusMessage> consumer = vertx.eventBus().localConsumer(address.text());
    consumer.handler(
        m -> {
          Context at = spans.here(context);
          boolean taken =
              gate.run(
                  done ->
                      at.runOnContext(
                          v -> {
                            try {
                              handle(m, type, handler);
                            } finally {
                              done.run();
                            }
                          }));
          if (!taken && m.replyAddress() != null) {
            m.reply(Refused.of(Refusal.unavailable("busy; try again", Duration.ofSeconds(1))));
          }
        });
    return consumer.completion();
  }

  /**
   * Serves an owned actor: strictly one message after another, also across awaits. The returned
   * consumer must be unregistered when the lease ends.
   */
  public <M> Future<MessageConsumer<BusMessage>> serveOwned(
      String address, Class<M> type, Function<M, ? extends BusMessage> handler) {
    MessageConsumer<BusMessage> consumer = vertx.eventBus().consumer(address);
    consumer.handler(m -> handle(m, type, handler));
    return consumer.completion().map(consumer);
  }

  private static <M> void handle(
      Message<BusMessage> message, Class<M> type, Function<M, ? extends BusMessage> handler) {
    BusMessage reply;
    try {
      if (!type.isInstance(message.body())) {
        throw new IllegalArgumentException("not a " + type.getSimpleName());
      }
      reply = handler.apply(type.cast(message.body()));
    } catch (Refusal refusal) {
      reply = Refused.of(refusal);
    } catch (Throwable t) {
      String id = Ids.trace();
      Spans.failed(t);
      LOG.log(
          Level.ERROR,
          "fault="
              + id
              + " address="
              + message.address()
              + " message="
              + message.body().getClass().getSimpleName(),
          t);
      reply = new Faulted(id);
    }
    if (message.replyAddress() != null) {
      message.reply(reply == null ? new Done() : reply);
    }
  }

  /** Lets at most so many run; a bounded number waits in order. Lives on one context. */
  private static final class Gate {
    private static final int QUEUE = 1000;

    private final int limit;
    private final Deque<java.util.function.Consumer<Runnable>> waiting = new ArrayDeque<>();
    private int running;

    Gate(int limit) {
      this.limit = limit;
    }

    /** False when the queue is full. */
    boolean run(java.util.function.Consumer<Runnable> work) {
      synchronized (this) {
        if (running == limit) {
          return waiting.size() < QUEUE && waiting.add(work);
        }
        running++;
      }
      work.accept(this::done);
      return true;
    }

    private void done() {
      java.util.function.Consumer<Runnable> next;
      synchronized (this) {
        next = waiting.poll();
        if (next == null) {
          running--;
          return;
        }
      }
      next.accept(this::done);
    }
  }
}
