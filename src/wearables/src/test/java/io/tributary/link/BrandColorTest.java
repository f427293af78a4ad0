package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks that text on any color a team sets is legible. */
class BrandColorTest {
  @Test
  void coloursAreReadAndOtherTextsAreNot() {
    assertEquals(Optional.of(new BrandColor("aabbcc")), BrandColor.parse(" #ABC "));
    assertEquals(Optional.of(new BrandColor("0b7a75")), BrandColor.parse("0B7A75"));
    for (String text : List.of("", "#", "red", "#12", "#12345", "#gggggg", "#fff;}", "url(x)")) {
      assertEquals(Optional.empty(), BrandColor.parse(text), text);
    }
  }

  @Test
  void whatIsWrittenOnAColourStandsOut() {
    assertEquals("ffffff", new BrandColor("000000").textColor());
    assertEquals("000000", new BrandColor("ffffff").textColor());
    assertEquals("000000", new BrandColor("ffcc00").textColor());
    assertEquals("ffffff", new BrandColor("0b7a75").textColor());
    for (int r = 0; r < 256; r += 15) {
      for (int g = 0; g < 256; g += 15) {
        for (int b = 0; b < 256; b += 15) {
          BrandColor c = new BrandColor("%02x%02x%02x".formatted(r, g, b));
          assertTrue(c.contrast() >= 4.5, c.hex() + " " + c.contrast());
        }
      }
    }
  }
}
