package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.JsonBytes;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that the fast writer produces the same bytes as the simple one. */
final class SampleJsonTest {
  private static final int CASES = 20_000;
  private static final String[] TEXTS = {
    null, "", "automatic", "a \"b\" \\c\n\t\u0001", "größe", "\uD83D\uDE00", "\u007f/"
  };

  @Test
  void samplesLookTheSameFromBothWriters() throws IOException {
    Random random = new Random(5);
    List<Resource> series =
        java.util.Arrays.stream(Resource.values()).filter(Resource::isTimeseries).toList();
    for (int i = 0; i < CASES; i++) {
      Sample s = sample(random, series.get(i % series.size()));
      StringWriter plain = new StringWriter();
      try (JsonGenerator gen = ModelJson.MAPPER.getFactory().createGenerator(plain)) {
        ReferenceSampleWriter.write(gen, s);
      }
      JsonBytes quick = new JsonBytes(16);
      new SampleJson(s.resource()).write(quick, s);
      assertEquals(plain.toString(), quick.text(), "case " + i);
    }
    System.out.println("SampleJsonTest: " + CASES + " cases");
  }

  private static Sample sample(Random random, Resource resource) {
    Instant at =
        Instant.ofEpochSecond(
            random.nextLong(-62_135_596_800L, 253_402_300_000L),
            random.nextBoolean() ? 0 : random.nextInt(1_000_000) * 1000L);
    String type = TEXTS[1 + random.nextInt(TEXTS.length - 1)];
    SampleExtras extras =
        new SampleExtras(
            type,
            value(random),
            type,
            random.nextBoolean() ? null : List.of("food", type),
            text(random),
            text(random),
            text(random),
            text(random),
            text(random));
    return new Sample(
        resource,
        Source.of("manual", SourceType.of("app")),
        at,
        random.nextBoolean() ? null : at.plusSeconds(random.nextInt(1, 9000)),
        random.nextBoolean() ? null : random.nextInt(-50_000, 50_000),
        value(random),
        extras);
  }

  private static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private static double value(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(300);
      case 1 -> -random.nextInt(3000) / 10.0;
      case 2 -> random.nextGaussian() * 1e-7;
      case 3 -> random.nextGaussian() * 1e18;
      default ->
          new double[] {0, -0.0, 9007199254740991.0, 9007199254740993.0, Double.MAX_VALUE}
              [random.nextInt(5)];
    };
  }
}
