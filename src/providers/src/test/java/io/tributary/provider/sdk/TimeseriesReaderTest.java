package io.tributary.provider.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Parsing of uploaded timeseries in any order and with damaged input. */
class TimeseriesReaderTest {
  private static final UploadLimits LIMITS = new UploadLimits(10_000, 100);
  private static final ZoneId PARIS = ZoneId.of("Europe/Paris");

  private static final UploadDefaults NOTHING_KNOWN =
      new UploadDefaults() {
        @Override
        public Optional<Zone> zone(SdkProvider provider) {
          return Optional.empty();
        }

        @Override
        public Optional<LocalDate> birthDate() {
          return Optional.empty();
        }
      };

  private static ParsedUpload read(Resource resource, byte[] json) {
    return TimeseriesReader.read(resource, json, json.length, LIMITS, NOTHING_KNOWN);
  }

  private record GivenSample(Sample sample, ObjectNode item) {}

  private static GivenSample heartRate(Random random) {
    Instant at =
        Instant.ofEpochSecond(
            random.nextLong(1_500_000_000L, 1_900_000_000L), random.nextInt(1_000_000) * 1000L);
    double bpm = random.nextInt(30, 220) + random.nextInt(100) / 100.0;
    boolean watch = random.nextBoolean();
    ObjectNode item =
        Json.object().put("value", bpm).put("unit", "bpm").put("start_date", at.toString());
    if (random.nextBoolean()) {
      item.put("end_date", at.toString());
    }
    if (watch) {
      item.put("type", "watch");
    }
    if (random.nextInt(5) == 0) {
      item.putObject("metadata").put("x", 1).putArray("y").add("z");
    }
    return new GivenSample(
        Sample.point(
            Resource.HEARTRATE,
            io.tributary.model.Source.of("manual", watch ? SourceType.WATCH : SourceType.APP),
            at,
            PARIS.getRules().getOffset(at).getTotalSeconds(),
            bpm),
        shuffled(item, random));
  }

  private static ObjectNode shuffled(ObjectNode object, Random random) {
    List<Map.Entry<String, com.fasterxml.jackson.databind.JsonNode>> fields =
        new ArrayList<>(object.properties());
    Collections.shuffle(fields, random);
    ObjectNode out = Json.object();
    fields.forEach(f -> out.set(f.getKey(), f.getValue()));
    return out;
  }

  private static ObjectNode envelope(ArrayNode data) {
    ObjectNode out =
        Json.object()
            .put("stage", "daily")
            .put("time_zone", "Europe/Paris")
            .put("provider", "manual")
            .put("is_final_chunk", true);
    out.set("data", data);
    return out;
  }

  @Test
  void whateverTheOrderOfFieldsWhatGoesInComesOut() {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      List<Sample> wanted = new ArrayList<>();
      ArrayNode data = Json.array();
      for (int i = random.nextInt(60); i > 0; i--) {
        GivenSample g = heartRate(random);
        wanted.add(g.sample());
        data.add(g.item());
      }
      ParsedUpload pushed = read(Resource.HEARTRATE, Json.bytes(shuffled(envelope(data), random)));
      assertEquals(wanted, pushed.batch().samples());
      assertEquals(wanted.size(), pushed.received());
      assertEquals(0, pushed.rejectedCount());
    }
  }

  @Test
  void harmedBodiesAreRefusedOrReadButNothingElse() {
    Random random = new Random(5);
    for (int round = 0; round < 20_000; round++) {
      ArrayNode data = Json.array();
      for (int i = 0; i < 3; i++) {
        data.add(heartRate(random).item());
      }
      byte[] json = Json.bytes(envelope(data));
      for (int n = random.nextInt(4); n >= 0; n--) {
        json[random.nextInt(json.length)] =
            (byte) "{}[]\":,0-eE. \\tnul\u00ff\u0000".charAt(random.nextInt(19));
      }
      try {
        ParsedUpload pushed = read(Resource.HEARTRATE, json);
        assertTrue(pushed.batch().samples().size() + pushed.rejectedCount() <= pushed.received());
      } catch (ServiceException e) {
        assertTrue(
            e.reason() == ServiceException.Reason.INVALID
                || e.reason() == ServiceException.Reason.BAD_INPUT);
      }
    }
  }

  @Test
  void neighboursShareTheirSource() {
    Random random = new Random(1);
    ArrayNode data = Json.array();
    for (int i = 0; i < 10; i++) {
      data.add(heartRate(random).item().put("type", "watch"));
    }
    List<Sample> samples = read(Resource.HEARTRATE, Json.bytes(envelope(data))).batch().samples();
    samples.forEach(s -> assertSame(samples.getFirst().source(), s.source()));
  }

  @Test
  void everyUnitOfEveryTimeseriesHasAConversion() {
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        assertFalse(UnitTable.unitsOf(r).isEmpty());
        assertEquals(1.0, UnitTable.find(r, r.unit()).of(1.0), r.wire());
      }
    }
  }

  @Test
  void controlSolutionsAreNoReadings() {
    String body =
        """
        {"stage":"daily","time_zone":"Europe/Paris","provider":"contour_ble","data":[
         {"value":5.6,"unit":"mmol/L","start_date":"2026-03-02T06:00:00Z","metadata":{"control":true}},
         {"value":5.7,"unit":"mmol/L","start_date":"2026-03-02T06:01:00Z"}]}
        """;
    ParsedUpload pushed = read(Resource.GLUCOSE, body.getBytes(StandardCharsets.UTF_8));
    assertEquals(1, pushed.batch().samples().size());
    assertEquals(SourceType.FINGERPRICK, pushed.batch().samples().getFirst().source().type());
    assertEquals("control", pushed.rejected().getFirst().type());
  }
}
