package io.tributary.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CoreTest {
  @Test
  void idsSortByTimeAndNeverRepeat() {
    UUID last = Ids.uuid();
    String lastMessage = Ids.messageId();
    for (int i = 0; i < 20_000; i++) {
      UUID next = Ids.uuid();
      String message = Ids.messageId();
      assertEquals(7, next.version());
      assertTrue(next.toString().compareTo(last.toString()) > 0);
      assertTrue(message.compareTo(lastMessage) > 0);
      last = next;
      lastMessage = message;
    }
    assertTrue(lastMessage.matches("msg_[0-9A-Za-z]{27}"), lastMessage);
  }

  @Test
  void aSealedValueOpensOnlyWithItsKeyAndContext() {
    Encryption secrets = new Encryption(new byte[32]);
    byte[] sealed = secrets.seal("token", "connection-1");
    assertEquals("token", secrets.openText(sealed, "connection-1"));
    assertThrows(IllegalStateException.class, () -> secrets.open(sealed, "connection-2"));
    byte[] other = new byte[32];
    other[0] = 1;
    assertThrows(
        IllegalStateException.class, () -> new Encryption(other).open(sealed, "connection-1"));
    sealed[20] ^= 1;
    assertThrows(IllegalStateException.class, () -> secrets.open(sealed, "connection-1"));
    assertNotEquals(
        new String(secrets.seal("a", "c"), StandardCharsets.ISO_8859_1),
        new String(secrets.seal("a", "c"), StandardCharsets.ISO_8859_1));
  }

  @Test
  void timesPrintWithOffsetAndAFractionOnlyWhenThereIsOne() {
    assertEquals("2026-03-02T07:48:11+00:00", Times.format(Instant.parse("2026-03-02T07:48:11Z")));
    assertEquals(
        "2026-03-02T07:48:11.000500+00:00",
        Times.format(Instant.parse("2026-03-02T07:48:11.0005Z")));
  }

  @Test
  void timesAreReadWithAndWithoutOffset() {
    assertEquals(
        Optional.of(Instant.parse("2026-03-02T05:48:11Z")),
        Times.parseInstant("2026-03-02T07:48:11+02:00"));
    assertEquals(
        Optional.of(Instant.parse("2026-03-02T05:48:11Z")),
        Times.parseInstant("2026-03-02T07:48:11 02:00"));
    assertEquals(
        Optional.of(Instant.parse("2026-03-02T07:48:11Z")),
        Times.parseInstant("2026-03-02T07:48:11"));
    assertEquals(
        Optional.of(Instant.parse("2026-03-02T07:48:00Z")), Times.parseInstant("2026-03-02T07:48"));
    assertEquals(Optional.empty(), Times.parseInstant("2026-03-02T27:48:11Z"));
    for (String far :
        List.of(
            "+294277-01-01T00:00:00Z",
            "+999999999-12-31T23:59:59Z",
            "9999-12-31T23:59:59-18:00",
            "0000-12-31T23:59:59Z")) {
      assertEquals(Optional.empty(), Times.parseInstant(far), far);
    }
    assertTrue(Times.parseInstant("9999-12-31T23:59:59.999999Z").isPresent());
    assertTrue(Times.parseInstant("0001-01-01T00:00:00Z").isPresent());
    assertEquals(Optional.empty(), Times.parseDate("2026-02-30"));
    assertEquals(Optional.empty(), Times.parseDate("2026-2-3"));
  }

  @Test
  void aCursorFitsItsOwnCallOnly() {
    String cursor = Cursor.encode(List.of("users", 10), List.of("a", "b"));
    assertEquals(Optional.of(List.of("a", "b")), Cursor.decode(cursor, List.of("users", 10), 2));
    assertEquals(Optional.empty(), Cursor.decode(null, List.of("users", 10), 2));
    String nul = Cursor.encode(List.of("users", 10), List.of("a", "b\0"));
    assertThrows(ServiceException.class, () -> Cursor.decode(nul, List.of("users", 10), 2));
    for (String bad : List.of("x", "!!", cursor + "A", cursor.substring(3), "W10")) {
      assertThrows(ServiceException.class, () -> Cursor.decode(bad, List.of("users", 10), 2), bad);
    }
    assertThrows(ServiceException.class, () -> Cursor.decode(cursor, List.of("users", 11), 2));
    assertThrows(ServiceException.class, () -> Cursor.decode(cursor, List.of("users", 10), 3));
  }

  @Test
  void jsonWithADoubledKeyOrATailIsNotJson() {
    assertThrows(IllegalArgumentException.class, () -> Json.parse("{\"a\":1,\"a\":2}"));
    assertThrows(IllegalArgumentException.class, () -> Json.parse("{} {}"));
    assertThrows(IllegalArgumentException.class, () -> Json.parse("[".repeat(5000)));
    assertArrayEquals(
        "{\"at\":null}".getBytes(StandardCharsets.UTF_8), Json.bytes(Json.object().putNull("at")));
  }

  @Test
  void aPatchKeepsClearsOrReplaces() {
    assertEquals("old", new Patch.Keep<String>().applyTo("old"));
    assertEquals(null, new Patch.Clear<String>().applyTo("old"));
    assertEquals("new", new Patch.Put<>("new").applyTo("old"));
  }
}
