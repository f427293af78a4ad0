package io.tributary.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.standardwebhooks.Webhook;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Webhook statistics of the demo. */
class WebhookReceiverTest {
  private static final String SECRET = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY";
  private static final String OTHER = "whsec_BQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY";
  private static final Instant END = Instant.parse("2026-03-02T07:48:11Z");
  private static final String PULL = ExpectedEvents.pull("u1", "heartrate", END);
  private static final String PULL_BODY =
      """
      {"event_type":"historical.data.heartrate.created","user_id":"u1",\
      "data":{"end_date":"2026-03-02T07:48:11+00:00","note":"café"}}\
      """;

  private final ExpectedEvents ledger = new ExpectedEvents();

  private static int post(WebhookReceiver receiver, String secret, String id, String body)
      throws Exception {
    long now = Instant.now().getEpochSecond();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(receiver.hookUrl()))
            .header("webhook-id", id)
            .header("webhook-timestamp", Long.toString(now))
            .header("webhook-signature", new Webhook(secret).sign(id, now, body))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void aHistoricalEventIsKnownByPersonResourceAndEndOfItsRange() throws Exception {
    try (WebhookReceiver receiver = new WebhookReceiver(ledger)) {
      receiver.setSecret(SECRET);
      ledger.expect(PULL);
      ledger.expect(ExpectedEvents.connection("u1"));
      assertEquals(204, post(receiver, SECRET, "msg_1", PULL_BODY));
    }
    assertEquals(1, ledger.receivedCount());
    assertEquals(List.of(ExpectedEvents.connection("u1")), ledger.missing());
    assertEquals(0, ledger.unexpectedCount());
  }

  @Test
  void theSameMessageTwiceIsADuplicateAndAnotherOneForTheSameRunIsAFault() throws Exception {
    try (WebhookReceiver receiver = new WebhookReceiver(ledger)) {
      receiver.setSecret(SECRET);
      post(receiver, SECRET, "msg_1", PULL_BODY);
      post(receiver, SECRET, "msg_1", PULL_BODY);
      assertEquals(1, ledger.duplicates());
      assertEquals(List.of(), ledger.announcedTwice());
      post(receiver, SECRET, "msg_2", PULL_BODY);
    }
    assertEquals(1, ledger.duplicates());
    assertEquals(List.of(PULL), ledger.announcedTwice());
  }

  @Test
  void aWrongSignatureIsRefusedAndCountedAndDoesNotCountAsReceived() throws Exception {
    try (WebhookReceiver receiver = new WebhookReceiver(ledger)) {
      receiver.setSecret(SECRET);
      ledger.expect(PULL);
      assertEquals(401, post(receiver, OTHER, "msg_1", PULL_BODY));
    }
    assertEquals(1, ledger.badSignatures());
    assertEquals(List.of(PULL), ledger.missing());
  }

  @Test
  void beforeTheSecretIsKnownDeliveriesArePutOff() throws Exception {
    try (WebhookReceiver receiver = new WebhookReceiver(ledger)) {
      assertEquals(503, post(receiver, SECRET, "msg_1", PULL_BODY));
    }
    assertEquals(0, ledger.deliveries());
  }
}
