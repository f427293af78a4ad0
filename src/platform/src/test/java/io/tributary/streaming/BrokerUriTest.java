package io.tributary.streaming;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The redacted broker URI that API clients see. */
class BrokerUriTest {
  @Test
  void onlyThePasswordOrTokenIsMasked() throws BrokerUri.InvalidBrokerUriException {
    Map<String, String> seen =
        Map.of(
            "amqp://broker.example.org", "amqp://broker.example.org",
            "amqp://broker.example.org/a@b:c", "amqp://broker.example.org/a@b:c",
            "amqps://me:secret@broker.example.org/vh", "amqps://me:***@broker.example.org/vh",
            "amqp://me:secret@broker.example.org:1/a@b", "amqp://me:***@broker.example.org:1/a@b",
            "amqp://me@broker.example.org:1/a@b", "amqp://***@broker.example.org:1/a@b",
            "amqp://me:se@cret@broker.example.org", "amqp://me:***@broker.example.org");
    for (Map.Entry<String, String> e : seen.entrySet()) {
      assertEquals(e.getValue(), BrokerUri.parse(e.getKey(), BrokerUri.AMQP).masked());
    }
    assertEquals(
        "tls://***@broker.example.org",
        BrokerUri.parse("tls://token@broker.example.org", BrokerUri.NATS).masked());
  }
}
