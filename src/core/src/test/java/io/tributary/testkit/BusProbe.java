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
 * Records what goes over the bus of a Vert.x that has one ({@code Bus.on}), such as a node's, and
 * takes part in it: asks, tells, publishes, and answers in the place of a service. Replies are not
 * recorded; what is published counts once, whoever hears it.
 */
public final class BusProbe implements AutoCloseable {
  /** How long {@link #await} waits. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final String REPLIES = "__vertx.reply";

  private final Vertx vertx;
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Handler<DeliveryContext<Object>> ear = this::heard;

  /**
   * A message on its way.
   *
   * @param type the simple name of its record, as {@code src/docs/bus.md} has it
   * @param body it
   */
  public record Seen(String address, boolean published, String type, Object body) {}

  private BusProbe(Vertx vertx) {
    this.vertx = vertx;
    vertx.eventBus().addOutboundInterceptor(ear);
  }

  /** Hears everything from now on. */
  public static BusProbe on(Vertx vertx) {
    return new BusProbe(vertx);
  }

  private void heard(DeliveryContext<Object> context) {
    String address = context.message().address();
    if (!address.startsWith(REPLIES)) {
      Object body = context.body();
      seen.add(
          new Seen(
              address, !context.send(), body == null ? "" : body.getClass().getSimpleName(), body));
    }
    context.next();
  }

  /** What went to an address, oldest first. */
  public List<Seen> seen(String address) {
    return seen.stream().filter(s -> s.address().equals(address)).toList();
  }

  /** The messages of a type, wherever they went. */
  public <M> List<M> seen(Class<M> type) {
    return seen.stream().map(Seen::body).filter(type::isInstance).map(type::cast).toList();
  }

  /** The first message of this type to an address, one that went before included. */
  public Seen await(String address, String type) {
    Eventually.eventually(
        LIMIT,
        () -> {
          if (seen(address).stream().noneMatch(s -> s.type().equals(type))) {
            throw new AssertionError("no " + type + " to " + address + " but " + seen(address));
          }
        });
    return seen(address).stream().filter(s -> s.type().equals(type)).findFirst().orElseThrow();
  }

  /** Forgets what was heard. */
  public void forget() {
    seen.clear();
  }

  /** Asks; the reply as it travels, a refusal included ({@code Refused}). */
  public BusMessage ask(Address address, BusMessage message) {
    return vertx.eventBus().<BusMessage>request(address.text(), message).await().body();
  }

  public void tell(String address, BusMessage message) {
    vertx.eventBus().send(address, message);
  }

  public void publish(String address, BusMessage message) {
    vertx.eventBus().publish(address, message);
  }

  /** Stands in for a service that is not there. */
  public <M extends BusMessage> void answer(
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
    vertx.eventBus().removeOutboundInterceptor(ear);
  }
}
