package io.tributary.simulators.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KitPushTest {
  private static final PushRules SIGNED =
      new PushRules(
          List.of(Duration.ofMillis(1), Duration.ofMillis(1)),
          Duration.ofSeconds(60),
          Duration.ofHours(1),
          Set.of(410),
          false,
          (secret, stamp, body) -> {
            String millis = Long.toString(stamp.toEpochMilli());
            return new PushRules.Signed(
                Map.of("x-stamp", millis), Map.of("x-proof", proof(secret, millis, body)));
          });

  private SimulatorKitHarness kit;
  private NotificationRecorder receiver;

  private static String proof(String secret, String millis, Buffer body) {
    return PushRules.sha256Base64(secret, millis.getBytes(StandardCharsets.UTF_8), body.getBytes());
  }

  @BeforeEach
  void start() {
    start(SIGNED);
  }

  private void start(PushRules rules) {
    if (kit != null) {
      kit.close();
    }
    var vendor = new ToyVendor();
    vendor.pushes = Optional.of(rules);
    kit = new SimulatorKitHarness(vendor);
    receiver = new NotificationRecorder(kit.vertx);
    String url = receiver.url();
    kit.sim
        .runOnEventLoop(
            world -> {
              world.hooks().put(ToyVendor.hook(url));
              return world.people().named("ann");
            })
        .await();
  }

  @AfterEach
  void stop() {
    kit.close();
  }

  private void order(String what, String forgery) {
    kit.control(
        "people/" + SimPerson.idOf("ann") + "/notify",
        new JsonObject().put("what", what).put("forgery", forgery));
  }

  private boolean isProven(NotificationRecorder.RecordedNotification got) {
    String stamp = got.headers().get("x-stamp");
    return proof("whisper", stamp, got.body()).equals(got.headers().get("x-proof"));
  }

  @Test
  void theSignatureIsThatOfTheVendor() throws Exception {
    order("steps", "none");
    NotificationRecorder.RecordedNotification got = receiver.take();
    assertTrue(isProven(got));
    assertEquals("steps", got.body().toJsonObject().getString("what"));
    long age = System.currentTimeMillis() - Long.parseLong(got.headers().get("x-stamp"));
    assertTrue(age < 60_000 && age > -60_000, "age " + age);
  }

  @Test
  void forgeriesAreWrongInTheWayOrdered() throws Exception {
    order("steps", "wrong_signature");
    assertFalse(isProven(receiver.take()));
    order("steps", "no_signature");
    NotificationRecorder.RecordedNotification unsigned = receiver.take();
    assertFalse(unsigned.headers().contains("x-proof"));
    assertTrue(unsigned.headers().contains("x-stamp"));
    order("steps", "stale");
    NotificationRecorder.RecordedNotification stale = receiver.take();
    assertTrue(isProven(stale));
    Instant stamp = Instant.ofEpochMilli(Long.parseLong(stale.headers().get("x-stamp")));
    assertTrue(stamp.isBefore(Instant.now().minus(Duration.ofMinutes(59))));
  }

  @Test
  void aSecretInThePathIsForgedThere() throws Exception {
    start(
        new PushRules(
            List.of(),
            Duration.ofSeconds(60),
            Duration.ofHours(1),
            Set.of(),
            true,
            PushRules.unsigned()));
    order("steps", "none");
    assertEquals("/hook/whisper", receiver.take().path());
    order("steps", "wrong_signature");
    assertEquals("/hook/whisperx", receiver.take().path());
    order("steps", "no_signature");
    assertEquals("/hook", receiver.take().path());
  }

  @Test
  void aSecretInTheBodyIsForgedThere() throws Exception {
    String url = receiver.url();
    for (OutgoingNotification.Forgery forgery : OutgoingNotification.Forgery.values()) {
      var push =
          new OutgoingNotification(
              "hook-1",
              url,
              "whisper",
              "application/json",
              s -> new JsonObject().put("token", s).toBuffer(),
              new JsonObject());
      kit.sim.runOnEventLoop(world -> world.sender().send(List.of(push), forgery, 1)).await();
      String token = receiver.take().body().toJsonObject().getString("token");
      switch (forgery) {
        case NONE, STALE -> assertEquals("whisper", token);
        case WRONG_SIGNATURE -> assertNotEquals("whisper", token);
        case NO_SIGNATURE -> assertEquals("", token);
      }
    }
  }

  @Test
  void aFailedDeliveryIsRepeatedUntilItIsTaken() throws Exception {
    receiver.answer(500, 503, 200);
    order("steps", "none");
    assertEquals(receiver.take().body(), receiver.take().body());
    receiver.take();
    settled();
    receiver.assertEmpty();
    JsonArray attempts = kit.control("deliveries").getJsonArray("attempts");
    assertEquals(
        List.of(500, 503, 200),
        attempts.stream().map(a -> ((JsonObject) a).getInteger("status")).toList());
  }

  @Test
  void afterTheLastPauseItIsGivenUp() throws Exception {
    receiver.answer(500, 500, 500, 500);
    order("steps", "none");
    for (int i = 0; i < 3; i++) {
      receiver.take();
    }
    settled();
    receiver.assertEmpty();
  }

  @Test
  void whatIsGoneIsToldNoMore() throws Exception {
    receiver.answer(410);
    order("steps", "none");
    receiver.take();
    settled();
    assertEquals(List.of(), kit.sim.runOnEventLoop(world -> world.hooks().all()).await());
    order("steps", "none");
    receiver.assertEmpty();
  }

  @Test
  void copiesAreAllTheSame() throws Exception {
    kit.control(
        "people/" + SimPerson.idOf("ann") + "/notify",
        new JsonObject().put("what", "steps").put("copies", 3));
    Buffer first = receiver.take().body();
    assertEquals(first, receiver.take().body());
    assertEquals(first, receiver.take().body());
  }

  @Test
  void aRecordAddedIsPartOfTheTruthAndToldOf() throws Exception {
    LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(2);
    String path = "people/" + SimPerson.idOf("ann");
    int before = water(path, day);
    var record =
        new JsonObject().put("kind", "water").put("at", day + "T12:00:00Z").put("millilitres", 77);
    kit.control(path + "/records", record);
    assertEquals(before + 77, water(path, day));
    assertTrue(receiver.take().text().contains("record of " + day));
    var wrong = new JsonObject().put("kind", "wine").put("at", day + "T12:00:00Z");
    assertEquals(
        400, kit.call(HttpMethod.POST, "/control/" + path + "/records", wrong).statusCode());
  }

  private int water(String path, LocalDate day) {
    return kit.control(path + "/truth?start=" + day)
        .getJsonArray("days")
        .getJsonObject(0)
        .getInteger("water_millilitres");
  }

  @Test
  void hooksOutliveARestart(@TempDir Path folder) throws Exception {
    SimOptions options = SimOptions.defaults().withState(folder.resolve("state.json"));
    var vendor = new ToyVendor();
    vendor.pushes = Optional.of(SIGNED);
    String url = receiver.url();
    try (var first = new SimulatorKitHarness(vendor, options)) {
      first.connect("activity");
      first
          .sim
          .runOnEventLoop(
              world -> {
                world.hooks().put(ToyVendor.hook(url));
                return world.people().revise(world.people().named("ann"), LocalDate.EPOCH);
              })
          .await();
    }
    try (var second = new SimulatorKitHarness(vendor, options)) {
      second.control(
          "people/" + SimPerson.idOf("ann") + "/notify", new JsonObject().put("what", "again"));
      assertTrue(receiver.take().text().contains("again"));
      int revision =
          second
              .sim
              .runOnEventLoop(
                  world -> world.people().revision(world.people().named("ann"), LocalDate.EPOCH))
              .await();
      assertEquals(1, revision);
    }
  }

  private void settled() {
    Instant deadline = Instant.now().plusSeconds(60);
    while (kit.control("deliveries").getInteger("pending") > 0) {
      assertTrue(Instant.now().isBefore(deadline), "deliveries should settle");
    }
  }
}
