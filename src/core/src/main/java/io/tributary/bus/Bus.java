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
 * Typed request, send and publish operations on the Vert.x event bus, and the consumers that serve
 * them.
 *
 * <p>All handlers run inside {@link #serve} or {@link #serveOwned}, so that each request gets a
 * reply: the result, a {@link Rejected} business error, or the ID of a fault in the log.
 *
 * <p>Messages to a consumer on the same node use local-only delivery. A node therefore keeps
 * working on its own when the cluster is unavailable or stuck.
 */
public final class Bus {
  private static final System.Logger LOG = System.getLogger(Bus.class.getName());

  private static final DeliveryOptions LOCAL_ONLY = new DeliveryOptions().setLocalOnly(true);
  private static final BusMessage OWNER_CHANGING =
      unavailable("the owning node is changing; try again");

  private final Vertx vertx;
  private final RecordCodec codec;
  private final Tracing tracing;

  /** Addresses of the leased actors on this node. */
  private final Set<String> localActors = ConcurrentHashMap.newKeySet();

  private Bus(Vertx vertx, RecordCodec codec) {
    this.vertx = vertx;
    this.codec = codec;
    this.tracing = Tracing.on(vertx);
  }

  /** Creates the bus and registers the codec; call it once per Vert.x instance. */
  public static Bus create(Vertx vertx) {
    RecordCodec codec = new RecordCodec();
    vertx.eventBus().registerCodec(codec);
    vertx.eventBus().codecSelector(body -> body instanceof BusMessage ? RecordCodec.NAME : null);
    return new Bus(vertx, codec);
  }

  public void register(Class<? extends BusMessage.Remote> type) {
    codec.register(type);
  }

  /**
   * Sends a request to the consumer of an address, on any node. Fails with a 503 if there is no
   * consumer, it is overloaded, or no reply arrives within the limit.
   */
  public <R extends BusMessage> Future<R> request(
      String address, BusMessage message, Duration limit) {
    return request(address, message, limit, isLocalActor(address, message));
  }

  /** Sends a request to this node with the timeout of the address. */
  public <R extends BusMessage> Future<R> request(Address address, BusMessage message) {
    return request(address, message, address.replyTimeout());
  }

  /** Sends a request to this node with a timeout for this call. */
  public <R extends BusMessage> Future<R> request(
      Address address, BusMessage message, Duration limit) {
    return request(address.text(), message, limit, true);
  }

  private <R extends BusMessage> Future<R> request(
      String address, BusMessage message, Duration limit, boolean here) {
    return vertx
        .eventBus()
        .<BusMessage>request(
            address,
            message,
            new DeliveryOptions().setSendTimeout(limit.toMillis()).setLocalOnly(here))
        .compose(reply -> Bus.<R>unwrap(reply), t -> Future.failedFuture(translateFailure(t)));
  }

  /**
   * Returns whether the actor runs on this node.
   *
   * @throws IllegalArgumentException if it does not, and the message must not leave the node
   */
  private boolean isLocalActor(String address, BusMessage message) {
    if (localActors.contains(address)) {
      return true;
    }
    codec.requireRemote(message);
    return false;
  }

  @SuppressWarnings("unchecked")
  private static <R extends BusMessage> Future<R> unwrap(Message<BusMessage> reply) {
    BusMessage body;
    try {
      body = reply.body();
    } catch (IllegalArgumentException unreadable) {
      LOG.log(
          Level.WARNING,
          "cannot decode a reply from a node of another version: "
              + SafeErrorMessage.of(unreadable));
      return Future.failedFuture(
          ServiceException.unavailable("another version", Duration.ofSeconds(1)));
    }
    return switch (body) {
      case Rejected refused -> Future.failedFuture(refused.toException());
      case InternalError faulted -> Future.failedFuture(new BusException(faulted.id()));
      default -> Future.succeededFuture((R) body);
    };
  }

  private static Throwable translateFailure(Throwable t) {
    if (t instanceof ReplyException e && e.failureType() != ReplyFailure.RECIPIENT_FAILURE) {
      return ServiceException.unavailable("busy or starting; try again", Duration.ofSeconds(1));
    }
    return t;
  }

  /** Sends a message without a reply. It may be lost. */
  public void send(String address, BusMessage message) {
    vertx
        .eventBus()
        .send(
            address, message, isLocalActor(address, message) ? LOCAL_ONLY : new DeliveryOptions());
  }

  /** Sends a message to this node only, for example from a timer to its own actor. */
  public void sendLocal(String address, BusMessage message) {
    vertx.eventBus().send(address, message, LOCAL_ONLY);
  }

  /** Publishes a message to all consumers on all nodes. */
  public void publish(String address, BusMessage message) {
    codec.requireRemote(message);
    vertx.eventBus().publish(address, message);
  }

  /** Subscribes to published messages of a type. */
  public <M extends BusMessage> MessageConsumer<BusMessage> subscribe(
      String address, Class<M> type, Consumer<M> handler) {
    return vertx
        .eventBus()
        .consumer(
            address,
            m -> {
              BusMessage body = decode(m);
              if (type.isInstance(body)) {
                handler.accept(type.cast(body));
              }
            });
  }

  /**
   * Serves commands on this node: each message on its own virtual thread, at most {@code atOnce}
   * concurrently.
   *
   * <p>Call it on a verticle with virtual threads. When the verticle is undeployed, a command may
   * be interrupted after its transaction was committed. It then replies with a fault, like every
   * unknown outcome, and not with a 503, because a client that gets a 503 retries.
   */
  public <M extends BusMessage> Future<Void> serve(
      Address address, Class<M> type, int atOnce, Function<M, ? extends BusMessage> handler) {
    MessageConsumer<BusMessage> consumer = vertx.eventBus().localConsumer(address.text());
    consumer.handler(limitConcurrency(atOnce, m -> handle(m, type, handler, false)));
    return consumer.completion();
  }

  /**
   * Limits concurrency: at most {@code atOnce} messages are handled at a time, the others wait in
   * order.
   */
  private Handler<Message<BusMessage>> limitConcurrency(
      int atOnce, Consumer<Message<BusMessage>> handler) {
    Context context = vertx.getOrCreateContext();
    ConcurrencyLimit gate = new ConcurrencyLimit(atOnce);
    return m -> {
      Context at = tracing.contextFor(context);
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
   * Serves a leased actor: strictly one message at a time, even across awaits.
   *
   * <p>Callers on this node reach the actor at once. Callers on other nodes reach it after the
   * cluster has registered the address. The actor does not wait for that registration, so that a
   * stuck cluster cannot keep it from working; the registration is retried until it succeeds.
   *
   * <p>Unregister the returned consumer when the lease ends. Requests that this interrupts get a
   * 503 and are repeated to the next owner. That is safe, because the fence in its statements keeps
   * this owner from writing.
   */
  public <M> MessageConsumer<BusMessage> serveOwned(
      String address, Class<M> type, Function<M, ? extends BusMessage> handler) {
    Handler<Message<BusMessage>> inTurn =
        limitConcurrency(
            1,
            m -> {
              if (localActors.contains(address)) {
                handle(m, type, handler, true);
              } else {
                reply(m, OWNER_CHANGING);
              }
            });
    OwnedConsumerRegistration announcement = new OwnedConsumerRegistration(vertx, address, inTurn);
    MessageConsumer<BusMessage> consumer = vertx.eventBus().consumer(address);
    consumer.endHandler(
        v -> {
          localActors.remove(address);
          announcement.stop();
        });
    localActors.add(address);
    consumer.handler(inTurn);
    announcement.retryUntilRegistered(consumer);
    return consumer;
  }

  /** Returns the body of a message; null if this version cannot decode it. */
  private static BusMessage decode(Message<BusMessage> message) {
    try {
      return message.body();
    } catch (IllegalArgumentException unreadable) {
      LOG.log(
          Level.WARNING,
          "address=" + message.address() + " unreadable: " + SafeErrorMessage.of(unreadable));
      return null;
    }
  }

  /**
   * Returns whether the cause is the undeployment of the verticle: await() rethrows the
   * interruption, possibly wrapped.
   */
  private static boolean interrupted(Throwable t) {
    for (Throwable at = t; at != null; at = at.getCause()) {
      if (at instanceof InterruptedException) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param localActors whether an interrupted request may be repeated to another owner
   */
  private static <M> void handle(
      Message<BusMessage> message,
      Class<M> type,
      Function<M, ? extends BusMessage> handler,
      boolean owned) {
    BusMessage body = decode(message);
    BusMessage reply;
    try {
      if (body == null) {
        throw ServiceException.unavailable(
            "the message comes from a node of another version; try again", Duration.ofSeconds(1));
      }
      if (!type.isInstance(body)) {
        throw new IllegalArgumentException("not a " + type.getSimpleName());
      }
      reply = handler.apply(type.cast(body));
    } catch (Throwable t) {
      if (interrupted(t)) {
        reply =
            owned
                ? OWNER_CHANGING
                : logFault(Level.WARNING, message, body, " interrupted: this node is stopping", t);
      } else if (t instanceof ServiceException refusal) {
        reply = Rejected.of(refusal);
      } else {
        reply = logFault(Level.ERROR, message, body, "", t);
      }
    }
    reply(message, reply == null ? new Ack() : reply);
  }

  private static BusMessage logFault(
      Level level, Message<BusMessage> message, BusMessage body, String how, Throwable t) {
    String id = Ids.traceId();
    Tracing.recordFailure(t);
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
