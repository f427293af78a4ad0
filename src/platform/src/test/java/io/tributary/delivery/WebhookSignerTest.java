package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookSignerTest {
  private static final String SECRET = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY";
  private static final String OLDER = "whsec_ZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8fX5/gIGCg4Q=";
  private static final String ID = "msg_2a1B3c4D5e6F7g8H9i0JkLmNoPq";
  private static final String BODY =
      "{\"event_type\":\"daily.data.steps.created\",\"data\":{\"note\":\"café · 23.7\"}}";

  private static byte[] key(String secret) {
    return WebhookSigner.decodeKey(secret).orElseThrow();
  }

  @Test
  void theContractsVectorHolds() {
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    assertEquals(73, body.length);
    assertEquals(
        "v1,kbAA92NqShOBkLi1L756jC+AAeQosYj0Y292GhJ16X4="
            + " v1,Z2pZvEAmCb5uVu4zWv3xmTKYYFNj+CAJdNaeMPcjcJw=",
        WebhookSigner.signature(List.of(key(SECRET), key(OLDER)), ID, 1735689600, body));
  }

  @Test
  void aForeignVerifierTakesEitherKeyWhileBothSign() throws Exception {
    long now = Instant.now().getEpochSecond();
    String signature =
        WebhookSigner.signature(
            List.of(key(SECRET), key(OLDER)), ID, now, BODY.getBytes(StandardCharsets.UTF_8));
    HttpHeaders headers =
        HttpHeaders.of(
            Map.of(
                "webhook-id", List.of(ID),
                "webhook-timestamp", List.of(Long.toString(now)),
                "webhook-signature", List.of(signature)),
            (k, v) -> true);
    new Webhook(SECRET).verify(BODY, headers);
    new Webhook(OLDER).verify(BODY, headers);
    assertThrows(
        WebhookVerificationException.class, () -> new Webhook(SECRET).verify(BODY + " ", headers));
    assertThrows(
        WebhookVerificationException.class,
        () -> new Webhook(WebhookSigner.newSecret()).verify(BODY, headers));
  }

  @Test
  void secretsAreRecognisedByFormAndLength() {
    assertEquals(24, key(WebhookSigner.newSecret()).length);
    assertEquals(64, key(secret(64)).length);
    for (String bad :
        List.of(
            "", "whsec_", SECRET.substring(6), secret(23), secret(65), "whsec_***", "WHSEC_x")) {
      assertTrue(WebhookSigner.decodeKey(bad).isEmpty(), bad);
    }
  }

  private static String secret(int bytes) {
    return "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
  }
}
