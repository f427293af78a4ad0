package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WebhookSignaturesTest {
  private static final String KEY = "Jefe";
  private static final String TEXT = "what do ya want for nothing?";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void digestsAreThoseOfTheStandards() {
    // RFC 4231 section 4.3 and RFC 2202 section 3, test case 2 of both.
    assertEquals(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        WebhookSignatures.hex(WebhookSignatures.hmacSha256(KEY, bytes(TEXT))));
    assertEquals(
        "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
        WebhookSignatures.hex(WebhookSignatures.hmacSha1(KEY, bytes(TEXT))));
    assertEquals(
        "7/zfauXrL6LSdBbV8YTfnCWafHk=",
        WebhookSignatures.base64(WebhookSignatures.hmacSha1(KEY, bytes(TEXT))));
    assertEquals(
        "EFFCDF6AE5EB2FA2D27416D5F184DF9C259A7C79",
        WebhookSignatures.upperHex(WebhookSignatures.hmacSha1(KEY, bytes(TEXT))));
  }

  @Test
  void partsAreReadOneAfterAnother() {
    assertEquals(
        WebhookSignatures.hex(WebhookSignatures.hmacSha256(KEY, bytes(TEXT))),
        WebhookSignatures.hex(
            WebhookSignatures.hmacSha256(KEY, bytes("what do ya "), bytes("want for nothing?"))));
  }

  @Test
  void onlyTheSameTextIsTheSame() {
    assertTrue(WebhookSignatures.matches("abc", "abc"));
    assertFalse(WebhookSignatures.matches("abd", "abc"));
    assertFalse(WebhookSignatures.matches("ABC", "abc"));
    assertFalse(WebhookSignatures.matches("ab", "abc"));
    assertFalse(WebhookSignatures.matches("abcd", "abc"));
  }

  @Test
  void whoHasNoSecretProvesNothing() {
    assertFalse(WebhookSignatures.matches(null, "abc"));
    assertFalse(WebhookSignatures.matches("", ""));
    assertFalse(WebhookSignatures.matches(null, null));
    assertFalse(WebhookSignatures.matches("abc", null));
    String none = WebhookSignatures.hex(WebhookSignatures.hmacSha256("", bytes(TEXT)));
    assertFalse(WebhookSignatures.matches(none, none));
  }

  @Test
  void momentsAreRecentOnBothSidesOfNow() {
    Instant now = Instant.parse("2026-03-02T10:00:00Z");
    Duration most = Duration.ofMinutes(5);
    assertTrue(WebhookSignatures.isRecent(now, now, most));
    assertTrue(WebhookSignatures.isRecent(now.minusSeconds(300), now, most));
    assertTrue(WebhookSignatures.isRecent(now.plusSeconds(300), now, most));
    assertFalse(WebhookSignatures.isRecent(now.minusSeconds(301), now, most));
    assertFalse(WebhookSignatures.isRecent(now.plusSeconds(301), now, most));
  }
}
