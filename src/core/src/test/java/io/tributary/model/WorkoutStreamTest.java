package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.WorkoutStream.Channel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkoutStreamTest {
  private static JsonNode rendered(WorkoutStream stream) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator gen = ModelJson.MAPPER.createGenerator(out)) {
      WorkoutStreamRenderer.write(gen, stream);
    }
    return ModelJson.MAPPER.readTree(out.toByteArray());
  }

  @Test
  void pointsAreSortedAndThoseOfOneSecondBecomeOne() {
    WorkoutStream stream =
        WorkoutStream.builder()
            .at(20)
            .set(Channel.POWER, 200)
            .at(10)
            .set(Channel.HEARTRATE, 100)
            .at(20)
            .set(Channel.HEARTRATE, 120)
            .set(Channel.POWER, 210)
            .at(10)
            .set(Channel.HEARTRATE, null)
            .build();
    assertArrayEquals(new long[] {10, 20}, stream.times());
    assertArrayEquals(new double[] {100, 120}, stream.values(Channel.HEARTRATE));
    assertArrayEquals(new double[] {Double.NaN, 210}, stream.values(Channel.POWER));
  }

  @Test
  void whatNoSensorCanReadIsLeftOut() {
    WorkoutStream stream =
        WorkoutStream.builder()
            .at(1)
            .set(Channel.HEARTRATE, 0)
            .set(Channel.LAT, 90.5)
            .set(Channel.ALTITUDE, Double.NaN)
            .set(Channel.POWER, Double.POSITIVE_INFINITY)
            .set(Channel.TEMPERATURE, -0.0)
            .build();
    for (Channel c : Channel.values()) {
      assertEquals(c == Channel.TEMPERATURE, stream.has(c), c.wire());
    }
    assertEquals(0L, Double.doubleToLongBits(stream.value(Channel.TEMPERATURE, 0)));
  }

  @Test
  void itIsRenderedAsElevenArraysInOrder() throws IOException {
    JsonNode json =
        rendered(
            WorkoutStream.builder()
                .at(1_772_366_400)
                .set(Channel.HEARTRATE, 99.5)
                .set(Channel.LAT, 52.5200066)
                .at(1_772_366_401)
                .set(Channel.LAT, 52.52)
                .build());
    assertEquals(
        "{\"time\":[1772366400,1772366401],\"heartrate\":[100,null],\"cadence\":[],\"altitude\":[],"
            + "\"velocity_smooth\":[],\"lat\":[52.5200066,52.52],\"lng\":[],\"distance\":[],"
            + "\"power\":[],\"resistance\":[],\"temperature\":[]}",
        json.toString());
    rendered(WorkoutStream.EMPTY).forEach(array -> assertEquals(0, array.size()));
  }

  @Test
  void anyStreamSurvivesItsBytesInAThousandCases() {
    Random random = new Random(7);
    for (int n = 0; n < 1000; n++) {
      WorkoutStream stream = any(random);
      byte[] bytes = WorkoutStreamCodec.encode(stream);
      WorkoutStream back = WorkoutStreamCodec.decode(bytes);
      assertEquals(stream, back);
      assertEquals(stream.hashCode(), back.hashCode());
      assertArrayEquals(bytes, WorkoutStreamCodec.encode(back));
    }
  }

  private static WorkoutStream any(Random random) {
    WorkoutStream.Builder b = WorkoutStream.builder();
    long at = random.nextLong(-4_000_000_000L, 4_000_000_000L);
    int points = 1 + random.nextInt(60);
    boolean odd = random.nextBoolean();
    for (int i = 0; i < points; i++) {
      at += random.nextInt(-2, 30);
      b.at(at);
      for (Channel c : Channel.values()) {
        if (random.nextInt(4) > 0 && c.ordinal() != random.nextInt(10)) {
          double v = random.nextDouble(c == Channel.HEARTRATE ? 1 : 0, 90);
          b.set(c, odd ? v : Math.rint(v * 1e7) / 1e7);
        }
      }
    }
    return b.build();
  }

  @Test
  void equalStreamsMakeEqualBytesAndOthersDoNot() {
    WorkoutStream a = WorkoutStream.builder().at(1).set(Channel.POWER, 5).build();
    WorkoutStream b =
        WorkoutStream.builder().at(1).set(Channel.POWER, 4).set(Channel.POWER, 5.0).build();
    WorkoutStream c = WorkoutStream.builder().at(1).set(Channel.CADENCE, 5).build();
    assertEquals(a, b);
    assertArrayEquals(WorkoutStreamCodec.encode(a), WorkoutStreamCodec.encode(b));
    assertNotEquals(a, c);
    assertNotEquals(a.hashCode(), c.hashCode());
  }

  @Test
  void shortDecimalsAreKeptSmall() {
    WorkoutStream.Builder b = WorkoutStream.builder();
    for (int i = 0; i < 3600; i++) {
      b.at(1_772_366_400 + i)
          .set(Channel.HEARTRATE, 120 + i % 30)
          .set(Channel.LAT, (5_250_000 + i) / 1e5)
          .set(Channel.ALTITUDE, (342 + i % 10) / 10.0);
    }
    assertTrue(WorkoutStreamCodec.encode(b.build()).length < 3600 * 8);
  }

  @Test
  void damagedBytesAreRefused() {
    byte[] bytes =
        WorkoutStreamCodec.encode(WorkoutStream.builder().at(1).set(Channel.POWER, 5).build());
    assertThrows(
        IllegalArgumentException.class,
        () -> WorkoutStreamCodec.decode(java.util.Arrays.copyOf(bytes, bytes.length - 1)));
    byte[] later = bytes.clone();
    later[0] = 9;
    assertThrows(IllegalArgumentException.class, () -> WorkoutStreamCodec.decode(later));
    assertThrows(
        IllegalArgumentException.class,
        () -> WorkoutStreamCodec.decode(new byte[] {1, -1, -1, -1, 127}));
  }

  @Test
  void aStreamEndsAtItsMost() {
    WorkoutStream.Builder b = WorkoutStream.builder();
    for (int i = 0; i < WorkoutStream.MAX_POINTS; i++) {
      b.at(i);
    }
    assertThrows(IllegalArgumentException.class, () -> b.at(1));
  }

  @Test
  void aBatchKeepsStreamsWithPointsAndTellsTheirDay() {
    java.time.LocalDate day = java.time.LocalDate.parse("2026-03-01");
    Source watch = Source.of("fitbit", SourceType.WATCH);
    NormalizedBatch batch =
        NormalizedBatch.builder()
            .add(new SourcedStream("a", Sports.OTHER, day, watch, WorkoutStream.EMPTY))
            .build();
    assertTrue(batch.isEmpty());
    NormalizedBatch full =
        NormalizedBatch.builder()
            .add(
                new SourcedStream(
                    "a", Sports.OTHER, day, watch, WorkoutStream.builder().at(1).build()))
            .build();
    assertFalse(full.isEmpty());
    assertEquals(java.util.Set.of(day), full.days());
    assertEquals(java.util.Set.of(day), full.days(Resource.WORKOUT_STREAM));
    assertTrue(full.retain(java.util.Set.of(Resource.WORKOUTS)).isEmpty());
    assertFalse(full.retain(java.util.Set.of(Resource.WORKOUT_STREAM)).isEmpty());
  }

  @Test
  void theSizeOfABatchCountsThePointsOfItsStreams() {
    Source source = Source.of("manual", SourceType.APP);
    WorkoutSummary workout =
        WorkoutSummary.of("w", LocalDate.EPOCH, Instant.EPOCH, Instant.EPOCH.plusSeconds(9))
            .build();
    WorkoutStream stream =
        WorkoutStream.builder()
            .at(0)
            .set(WorkoutStream.Channel.POWER, 1)
            .at(1)
            .set(WorkoutStream.Channel.POWER, 2)
            .build();
    NormalizedBatch batch =
        NormalizedBatch.builder()
            .add(workout, source)
            .add(SourcedStream.of(workout, source, stream))
            .add(Sample.point(Resource.HEARTRATE, source, Instant.EPOCH, null, 60))
            .build();
    assertEquals(4, batch.size());
  }
}
