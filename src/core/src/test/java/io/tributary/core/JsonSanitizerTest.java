package io.tributary.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSanitizerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"a\\ud800b\" | a\ufffdb",
        "\"\\udc00\\ud800\" | \ufffd\ufffd",
        "\"\\ud800\\ud83d\\uDE00\" | \ufffd\ud83d\ude00",
        "\"\\ud83d\" | \ufffd",
        "\"a\\u0000b\\u0001c\" | ab\u0001c",
        "\"\\\\ud800 \\\\u0000\" | \\ud800 \\u0000",
        "\"\\\\\\ud800\" | \\\ufffd",
        "\"\\u00e9\\ud83d\\tc\" | \u00e9\ufffd\tc"
      })
  void halvesAndNulsGo(String json, String text) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertEquals(text, Json.parse(JsonSanitizer.sanitize(bytes, bytes.length)).textValue());
  }

  @Test
  void theSameAsBytes() {
    byte[] half = {'"', 'a', (byte) 0xed, (byte) 0xa0, (byte) 0xbd, (byte) 0xc0, (byte) 0x80, '"'};
    assertEquals("a\ufffd", Json.parse(JsonSanitizer.sanitize(half, half.length)).textValue());
    byte[] pair = {
      '"', (byte) 0xed, (byte) 0xa0, (byte) 0xbd, (byte) 0xed, (byte) 0xb8, (byte) 0x80, '"'
    };
    assertSame(pair, JsonSanitizer.sanitize(pair, pair.length));
  }

  @Test
  void otherBytesPass() {
    byte[] good = "{\"\ud83d\ude00 \\ud83d\\ude00\":[1,\"\\\\\"]}".getBytes(StandardCharsets.UTF_8);
    assertSame(good, JsonSanitizer.sanitize(good, good.length));
    byte[] longer = java.util.Arrays.copyOf(good, good.length + 9);
    assertArrayEquals(good, JsonSanitizer.sanitize(longer, good.length));
  }

  /** Random input, truncated at random positions. */
  @Test
  void nothingBreaksIt() {
    Random random = new Random(3);
    byte[] some = {
      '\\', 'u', 'd', '8', '0', 'c', '"', (byte) 0xed, (byte) 0xa0, (byte) 0xb8, (byte) 0xc0
    };
    for (int round = 0; round < 100_000; round++) {
      byte[] bytes = new byte[random.nextInt(16)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = some[random.nextInt(some.length)];
      }
      byte[] once = JsonSanitizer.sanitize(bytes, bytes.length);
      assertTrue(once.length <= bytes.length);
    }
  }
}
