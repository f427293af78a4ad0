package io.tributary.bus;

import io.tributary.core.Ids;
import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Ask, tell, publish and serve. Every handler runs inside {@link #serve} or {@link #serveOwned}, so
 * an asker always gets a reply: the answer, the refusal, or a fault id. What is served on this node
 * is reached without the cluster, so that a node whose cluster is gone or stuck goes on with its
 * own.
 */
public final class Bus {
  private static final System.Logger LOG = System.getLogger(Bus.class.getName());

  private static final DeliveryOptions HERE = new DeliveryOptions().setLocalOnly(true);
  private static final BusMessage CHANGING = unavailable("the owner is changing; try again");

  private final Vertx vertx;
  private final RecordCodec codec;
  private final Tracing spans;

  /** Addresses of the owned actors on this node. */
  private final Set<String> owned = ConcurrentHashMap.newKeySet();

  private Bus(Vertx vertx, RecordCodec codec) {
    this.vertx = vertx;
    this.codec = codec;
    this.spans = Tracing.on(vertx);
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
    return ask(address, message, limit, stays(address, message));
  }

  /** Asks this node. */
  public <R extends BusMessage> Future<R> ask(Address address, BusMessage message) {
    return ask(address, message, address.limit());
  }

  /** Asks this node, and waits as long as the work may take this time. */
  public <R extends BusMessage> Future<R> ask(Address address, BusMessage message, Duration limit) {
    return ask(address.text(), message, limit, true);
  }

  private <R extends BusMessage> Future<R> ask(
      String address, BusMessage message, Duration limit, boolean here) {
    return vertx
        .eventBus()
        .<BusMessage>request(
            address,
            message,
            new DeliveryOptions().setSendTimeout(limit.toMillis()).setLocalOnly(here))
        .compose(reply -> Bus.<R>answer(reply), t -> Future.failedFuture(unanswered(t)));
  }

  /**
   * Whether the actor is on this node.
   *
   * @throws IllegalArgumentException when it is not, and the message must not leave the node
   */
  private boolean stays(String address, BusMessage message) {
    if (owned.contains(address)) {
      return true;
    }
    codec.check(message);
    return false;
  }

  @SuppressWarnings("unchecked")
  private static <R extends BusMessage> Future<R> answer(Message<BusMessage> reply) {
    BusMessage body;
    try {
      body = reply.body();
    } catch (IllegalArgumentException unreadable) {
      LOG.log(Level.WARNING, "a reply of another version: " + SafeErrorMessage.of(unreadable));
      return Future.failedFuture(
          ServiceException.unavailable("another version", Duration.ofSeconds(1)));
    }
    return switch (body) {
      case Rejected refused -> Future.failedFuture(refused.refusal());
      case InternalError faulted -> Future.failedFuture(new BusException(faulted.id()));
      default -> Future.succeededFuture((R) body);
    };
  }

  private static Throwable unanswered(Throwable t) {
    if (t instanceof ReplyException e && e.failureType() != ReplyFailure.RECIPIENT_FAILURE) {
      return ServiceException.unavailable("busy or starting; try again", Duration.ofSeconds(1));
    }
    return t;
  }

  /** A hint that may be lost. */
  public void tell(String address, BusMessage message) {
    vertx.eventBus().send(address, message, stays(address, message) ? HERE : new DeliveryOptions());
  }

  /** A message to this node only, e.g. a timer's to its own actor. */
  public void tellSelf(String address, BusMessage message) {
    vertx.eventBus().send(address, message, HERE);
  }

  /** To every consumer on every node. */
  public void publish(String address, BusMessage message) {
    codec.check(message);
    vertx.eventBus().publish(address, message);
  }

  /** Hears what is published. */
  public <M extends BusMessage> MessageConsumer<BusMessage> hear(
      String address, Class<M> type, Consumer<M> handler) {
    return vertx
        .eventBus()
        .consumer(
            address,
            m -> {
              BusMessage body = readable(m);
              if (type.isInstance(body)) {
                handler.accept(type.cast(body));
              }
            });
  }

  /**
   * Serves commands on this node: each message on its own virtual thread, at most {@code atOnce}
   * together. Call it on a virtual-thread verticle. One that is broken off as its verticle ends may
   * be committed, and who hears 503 asks again: it is a fault, as every outcome that is unknown.
   */
  public <M extends BusMessage> Future<Void> serve(
      Address address, Class<M> type, int atOnce, Function<M, ? extends BusMessage> handler) {
    MessageConsumer<BusMessage> consumer = vertx.eventBus().localConsumer(address.text());
    consumer.handler(gated(atOnce, m -> handle(m, type, handler, false)));
    return consumer.completion();
  }

  /**
   * Lets so many messages be handled together, each on the caller's context; others wait in order.
   */
  private Handler<Message<BusMessage>> gated(int atOnce, Consumer<Message<BusMessage>> handler) {
    Context context = vertx.getOrCreateContext();
    ConcurrencyLimit gate = new ConcurrencyLimit(atOnce);
    return m -> {
      Context at = spans.here(context);
      boolean taken =
          gate.run(
              done ->
                  at.runOnContext(
                      v -> {
                        try {
                          handler.accept(m);
                        } finally {
                          done.run();
                        }
                      }));
      if (!taken) {
        reply(m, unavailable("busy; try again"));
      }
    };
  }

  private static BusMessage unavailable(String why) {
    return Rejected.of(ServiceException.unavailable(why, Duration.ofSeconds(1)));
  }

  private static void reply(Message<BusMessage> message, BusMessage reply) {
    if (message.replyAddress() != null) {
      message.reply(reply);
    }
  }

  /**
   * Serves an owned actor: strictly one message after another, also across awaits. Askers of this
   * node reach it at once, those of others when the cluster has heard of it, which nobody waits
   * for: a cluster that is stuck shall not keep the actor from its work. It is told again until it
   * has heard. The returned consumer must be unregistered when the lease ends; who asked what that
   * breaks off is to ask the next owner, since a fence keeps this one from writing.
   */
  public <M> MessageConsumer<BusMessage> serveOwned(
      String address, Class<M> type, Function<M, ? extends BusMessage> handler) {
    Handler<Message<BusMessage>> inTurn =
        gated(
            1,
            m -> {
              if (owned.contains(address)) {
                handle(m, type, handler, true);
              } else {
                reply(m, CHANGING);
              }
            });
    OwnedConsumerRegistration announcement = new OwnedConsumerRegistration(vertx, address, inTurn);
    MessageConsumer<BusMessage> consumer = vertx.eventBus().consumer(address);
    consumer.endHandler(
        v -> {
          owned.remove(address);
          announcement.end();
        });
    owned.add(address);
    consumer.handler(inTurn);
    announcement.watch(consumer);
    return consumer;
  }

  /** What a message holds; null when no one here can read it. */
  private static BusMessage readable(Message<BusMessage> message) {
    try {
      return message.body();
    } catch (IllegalArgumentException unreadable) {
      LOG.log(
          Level.WARNING,
          "address=" + message.address() + " unreadable: " + SafeErrorMessage.of(unreadable));
      return null;
    }
  }

  /** Whether its verticle ends: awaits pass this on, as it is or within another. */
  private static boolean interrupted(Throwable t) {
    for (Throwable at = t; at != null; at = at.getCause()) {
      if (at instanceof InterruptedException) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param owned whether another owner may be asked what this one does not end
   */
  private static <M> void handle(
      Message<BusMessage> message,
      Class<M> type,
      Function<M, ? extends BusMessage> handler,
      boolean owned) {
    BusMessage body = readable(message);
    BusMessage reply;
    try {
      if (body == null) {
        throw ServiceException.unavailable("a message of another version", Duration.ofSeconds(1));
      }
      if (!type.isInstance(body)) {
        throw new IllegalArgumentException("not a " + type.getSimpleName());
      }
      reply = handler.apply(type.cast(body));
    } catch (Throwable t) {
      if (interrupted(t)) {
        reply =
            owned
                ? CHANGING
                : faulted(Level.WARNING, message, body, " broken off: this node ends it", t);
      } else if (t instanceof ServiceException refusal) {
        reply = Rejected.of(refusal);
      } else {
        reply = faulted(Level.ERROR, message, body, "", t);
      }
    }
    reply(message, reply == null ? new Ack() : reply);
  }

  private static BusMessage faulted(
      Level level, Message<BusMessage> message, BusMessage body, String how, Throwable t) {
    String id = Ids.trace();
    Tracing.failed(t);
    LOG.log(
        level,
        "fault="
            + id
            + " address="
            + message.address()
            + " message="
            + body.getClass().getSimpleName()
            + how,
        t);
    return new InternalError(id);
  }
}
