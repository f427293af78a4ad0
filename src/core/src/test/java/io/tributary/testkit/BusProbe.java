package io.tributary.testkit;

import io.tributary.bus.Address;
import io.tributary.bus.BusMessage;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Records the messages on the event bus of a node, and sends or answers messages in tests.
 *
 * <p>The Vert.x instance must have a {@code Bus} ({@code Bus.on}), such as a node's. Replies are
 * not recorded. A published message is recorded once, however many consumers receive it.
 */
public final class BusProbe implements AutoCloseable {
  /** Timeout of {@link #await}. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String REPLIES = "__vertx.reply";

  private final Vertx vertx;
  private final List<RecordedMessage> recorded = new CopyOnWriteArrayList<>();
  private final Handler<DeliveryContext<Object>> interceptor = this::intercept;

  /**
   * A recorded message.
   *
   * @param type simple name of its record, as listed in {@code src/docs/bus.md}
   * @param body the message itself
   */
  public record RecordedMessage(String address, boolean published, String type, Object body) {}

  private BusProbe(Vertx vertx) {
    this.vertx = vertx;
    vertx.eventBus().addOutboundInterceptor(interceptor);
  }

  /** Starts recording. */
  public static BusProbe on(Vertx vertx) {
    return new BusProbe(vertx);
  }

  private void intercept(DeliveryContext<Object> context) {
    String address = context.message().address();
    if (!address.startsWith(REPLIES)) {
      Object body = context.body();
      recorded.add(
          new RecordedMessage(
              address, !context.send(), body == null ? "" : body.getClass().getSimpleName(), body));
    }
    context.next();
  }

  /** Returns the messages to an address, oldest first. */
  public List<RecordedMessage> messages(String address) {
    return recorded.stream().filter(s -> s.address().equals(address)).toList();
  }

  /** Returns the messages of a type, to any address. */
  public <M> List<M> messages(Class<M> type) {
    return recorded.stream()
        .map(RecordedMessage::body)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /**
   * Returns the first message of this type to an address, and waits for it if none was recorded
   * yet.
   */
  public RecordedMessage await(String address, String type) {
    Eventually.eventually(
        TIMEOUT,
        () -> {
          if (messages(address).stream().noneMatch(s -> s.type().equals(type))) {
            throw new AssertionError("no " + type + " to " + address + " but " + messages(address));
          }
        });
    return messages(address).stream().filter(s -> s.type().equals(type)).findFirst().orElseThrow();
  }

  /** Clears the recorded messages. */
  public void clear() {
    recorded.clear();
  }

  /**
   * Sends a request and returns the reply as transferred, rejections ({@code Refused}) included.
   */
  public BusMessage request(Address address, BusMessage message) {
    return vertx.eventBus().<BusMessage>request(address.text(), message).await().body();
  }

  public void send(String address, BusMessage message) {
    vertx.eventBus().send(address, message);
  }

  public void publish(String address, BusMessage message) {
    vertx.eventBus().publish(address, message);
  }

  /** Registers a handler in place of a missing service. */
  public <M extends BusMessage> void respond(
      Address address, Class<M> type, Function<M, ? extends BusMessage> reply) {
    vertx
        .eventBus()
        .<BusMessage>localConsumer(address.text())
        .handler(m -> m.reply(reply.apply(type.cast(m.body()))))
        .completion()
        .await();
  }

  @Override
  public void close() {
    vertx.eventBus().removeOutboundInterceptor(interceptor);
  }
}
