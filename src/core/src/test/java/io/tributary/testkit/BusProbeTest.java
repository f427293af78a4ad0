package io.tributary.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Checks that a probe records bus messages until it is closed. */
class BusProbeTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Bus BUS = Bus.create(VERTX);

  private record Ring(int times) implements BusMessage.Local {}

  @AfterAll
  static void stop() {
    VERTX.close().await();
  }

  @Test
  void hearsAsksAndAnswersInThePlaceOfAService() {
    try (BusProbe probe = BusProbe.on(VERTX)) {
      probe.respond(Address.USER, Ring.class, ring -> ring.times() > 1 ? new Ring(0) : new Ack());
      assertInstanceOf(Ack.class, probe.request(Address.USER, new Ring(1)));
      assertEquals(new Ring(0), probe.request(Address.USER, new Ring(2)));
      assertEquals(2, probe.messages(Ring.class).size());
      BusProbe.RecordedMessage first = probe.await(Address.USER.text(), "Ring");
      assertEquals(new Ring(1), first.body());
      assertEquals(false, first.published());
    }
  }

  @Test
  void hearsWhatIsPublishedOnceAndNothingWhenItIsClosed() {
    BusProbe probe = BusProbe.on(VERTX);
    BUS.publish("changed", new Ack());
    assertTrue(probe.await("changed", "Ack").published());
    probe.close();
    BUS.publish("changed", new Ack());
    assertEquals(1, probe.messages("changed").size());
  }
}
