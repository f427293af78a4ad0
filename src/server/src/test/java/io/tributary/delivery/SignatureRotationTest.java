package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Verifies signatures with two independent verifiers during key rotation. With the system property
 * {@code tributary.signatures}, the test checks that many deliveries of a running node.
 */
class SignatureRotationTest {
  private static final int SIGNED = 100_000;
  private static final int DELIVERED = Integer.getInteger("tributary.signatures", 2_000);
  private static final int ROTATIONS = 8;

  /** Both verifiers for one secret. */
  private static final class IndependentVerifiers {
    private final com.standardwebhooks.Webhook standard;
    private final com.svix.Webhook svix;

    IndependentVerifiers(String secret) {
      try {
        standard = new com.standardwebhooks.Webhook(secret);
        svix = new com.svix.Webhook(secret);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    void verify(String body, Map<String, List<String>> headers) throws Exception {
      standard.verify(body, HttpHeaders.of(headers, (k, v) -> true));
      svix.verify(body, headers);
    }
  }

  private static Map<String, List<String>> headers(String id, long time, String signature) {
    return Map.of(
        "webhook-id", List.of(id),
        "webhook-timestamp", List.of(Long.toString(time)),
        "webhook-signature", List.of(signature));
  }

  @Test
  void aHundredThousandSignaturesHoldForTheOldAndTheNewKey() throws Exception {
    String old = WebhookSigner.newSecret();
    IndependentVerifiers oldJudges = new IndependentVerifiers(old);
    for (int round = 0; round < ROTATIONS; round++) {
      String fresh = WebhookSigner.newSecret();
      IndependentVerifiers freshJudges = new IndependentVerifiers(fresh);
      List<byte[]> keys =
          List.of(
              WebhookSigner.decodeKey(fresh).orElseThrow(),
              WebhookSigner.decodeKey(old).orElseThrow());
      for (int i = 0; i < SIGNED / ROTATIONS; i++) {
        String id = "msg_" + round + "x" + i;
        String body = "{\"n\":" + i + ",\"note\":\"café · 23.7 😀\"}";
        long now = Instant.now().getEpochSecond();
        var headers =
            headers(
                id,
                now,
                WebhookSigner.signature(keys, id, now, body.getBytes(StandardCharsets.UTF_8)));
        oldJudges.verify(body, headers);
        freshJudges.verify(body, headers);
      }
      old = fresh;
      oldJudges = freshJudges;
    }
  }

  @Test
  void neitherVerifierTakesWhatWasChanged() {
    IndependentVerifiers judges = new IndependentVerifiers(TransportRig.SECRET);
    List<byte[]> keys = List.of(WebhookSigner.decodeKey(TransportRig.SECRET).orElseThrow());
    long now = Instant.now().getEpochSecond();
    String signature = WebhookSigner.signature(keys, TransportRig.ID, now, new byte[] {'a'});
    assertThrows(
        Exception.class, () -> judges.standard.verify("b", of(TransportRig.ID, now, signature)));
    assertThrows(
        Exception.class, () -> judges.svix.verify("b", headers(TransportRig.ID, now, signature)));
    assertThrows(
        Exception.class,
        () -> judges.svix.verify("a", headers(TransportRig.ID + "x", now, signature)));
    assertThrows(
        Exception.class,
        () -> judges.standard.verify("a", of(TransportRig.ID, now + 1, signature)));
  }

  private static HttpHeaders of(String id, long time, String signature) {
    return HttpHeaders.of(headers(id, time, signature), (k, v) -> true);
  }

  /** Verifies each delivery on arrival with the newest signing key and the previous one. */
  private static final class DeliveryVerifier {
    private final List<IndependentVerifiers> keys = new CopyOnWriteArrayList<>();
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final Map<Integer, AtomicLong> byKeys = new ConcurrentHashMap<>();
    private final AtomicReference<Throwable> failures = new AtomicReference<>();
    private final AtomicLong verified = new AtomicLong();

    void on(HttpServerRequest request) {
      request
          .body()
          .onSuccess(
              body -> {
                try {
                  Map<String, List<String>> headers = new HashMap<>();
                  request.headers().forEach(h -> headers.put(h.getKey(), List.of(h.getValue())));
                  String signature = request.getHeader("webhook-signature");
                  int signers = signature.split(" ").length;
                  String text = body.toString(StandardCharsets.UTF_8);
                  keys.get(signers - 1).verify(text, headers);
                  keys.get(Math.max(0, signers - 2)).verify(text, headers);
                  verified.addAndGet(4);
                  byKeys.computeIfAbsent(signers, n -> new AtomicLong()).incrementAndGet();
                  ids.add(request.getHeader("webhook-id"));
                } catch (Exception e) {
                  failures.compareAndSet(null, e);
                }
                request.response().end();
              });
    }
  }

  @Test
  void deliveriesOfANodeHoldWhileItsKeysRotate() {
    Vertx vertx = Vertx.vertx();
    DeliveryVerifier judge = new DeliveryVerifier();
    try (TestNode node =
        TestNode.start(
            "TRIBUTARY_WEBHOOK_SHARDS", "1", "TRIBUTARY_WEBHOOK_SETTINGS_CACHE_TTL", "100ms")) {
      int port =
          vertx
              .createHttpServer()
              .requestHandler(judge::on)
              .listen(0, "127.0.0.1")
              .await()
              .actualPort();
      WebhookFixture hooks = new WebhookFixture(node);
      String id = hooks.endpoint("http://127.0.0.1:" + port + "/in");
      judge.keys.add(new IndependentVerifiers(hooks.secret(id)));
      String rotate = hooks.base() + "/" + id + "/secret/rotate";
      long began = System.nanoTime();
      int sent = 0;
      for (int round = 1; round <= ROTATIONS; round++) {
        String fresh = WebhookSigner.newSecret();
        judge.keys.add(new IndependentVerifiers(fresh));
        node.callManagement("POST", rotate, "{\"key\":\"" + fresh + "\"}").expect(204);
        int until = DELIVERED * round / ROTATIONS;
        while (sent < until) {
          int some = Math.min(1_000, until - sent);
          hooks.events(some);
          sent += some;
        }
        // Half of the round's deliveries are still in flight when the key is rotated.
        int half = until - DELIVERED / ROTATIONS / 2;
        eventually(Duration.ofMinutes(5), () -> assertTrue(judge.ids.size() >= half));
      }
      eventually(
          Duration.ofMinutes(5), () -> assertEquals(DELIVERED, hooks.count(id, "delivered")));
      assertNull(judge.failures.get());
      assertEquals(DELIVERED, judge.ids.size());
      assertTrue(judge.byKeys.containsKey(ROTATIONS + 1), judge.byKeys::toString);
      System.out.printf(
          "deliveries=%d rotations=%d verifications=%d wrong=0 seconds=%.1f by_signatures=%s%n",
          DELIVERED,
          ROTATIONS,
          judge.verified.get(),
          (System.nanoTime() - began) / 1e9,
          judge.byKeys);
    } finally {
      vertx.close().await();
    }
  }
}
