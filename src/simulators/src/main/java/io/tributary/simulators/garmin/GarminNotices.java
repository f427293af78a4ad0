package io.tributary.simulators.garmin;

import io.tributary.simulators.kit.OAuthGrantStore.Grant;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is told, and the addresses that it names. Such an address is of one upload, an hour long,
 * and opens with the token in it, which nobody else can make.
 */
final class GarminNotices {
  private static final String SEAL = "garmin-simulator";
  private static final Duration UPLOAD = Duration.ofHours(1);

  private final SimWorld world;
  private final GarminVendor vendor;
  private final GarminRecords records;

  GarminNotices(SimWorld world, GarminVendor vendor) {
    this.world = world;
    this.vendor = vendor;
    this.records = new GarminRecords(world);
  }

  /** What an address opens. */
  record Opened(String userId, GarminType type, LocalDate day, long from, long to) {}

  /** A notice for each type of which these days have something, and which the person allows. */
  List<OutgoingNotification> of(
      SimPerson person,
      List<GarminType> types,
      LocalDate first,
      LocalDate last,
      Optional<String> mode) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (GarminType type : types) {
      for (Hook hook : hooks(person, type.key())) {
        if (allowing(person, hook.clientId(), type.permission()).isEmpty()) {
          continue;
        }
        var entries = new JsonArray();
        first
            .datesUntil(last.plusDays(1))
            .forEach(day -> add(entries, person, type, day, mode.orElse(hook.kind())));
        if (!entries.isEmpty()) {
          pushes.add(push(hook, type.key(), entries));
        }
      }
    }
    return pushes;
  }

  private List<Grant> allowing(SimPerson person, String client, String permission) {
    return world.grants().of(person.id()).stream()
        .filter(g -> g.clientId().equals(client) && vendor.allowed(g).contains(permission))
        .toList();
  }

  private void add(
      JsonArray entries, SimPerson person, GarminType type, LocalDate day, String mode) {
    List<JsonObject> found = records.of(type, person, day);
    if (!mode.equals(GarminVendor.PING)) {
      found.forEach(entries::add);
    } else if (!found.isEmpty()) {
      entries.add(
          new JsonObject()
              .put("userId", person.id())
              .put("callbackURL", address(person, type, day)));
    }
  }

  List<OutgoingNotification> deregistered(SimPerson person) {
    return all(person, "deregistrations", new JsonObject());
  }

  List<OutgoingNotification> changed(SimPerson person, Set<String> left) {
    Instant now = world.clock().now();
    return all(
        person,
        "userPermissionsChange",
        new JsonObject()
            .put("summaryId", "x-permissions-" + now.getEpochSecond())
            .put("permissions", new JsonArray(List.copyOf(left)))
            .put("changeTimeInSeconds", now.getEpochSecond()));
  }

  /** Files come by address only, and are asked for elsewhere. */
  List<OutgoingNotification> files(SimPerson person) {
    return all(
        person,
        "activityFiles",
        new JsonObject()
            .put("fileType", "FIT")
            .put("callbackURL", base() + "/activityFile?id=1&token=t"));
  }

  private List<OutgoingNotification> all(SimPerson person, String key, JsonObject entry) {
    return hooks(person, key).stream()
        .map(h -> push(h, key, new JsonArray().add(entry.copy().put("userId", person.id()))))
        .toList();
  }

  /** The addresses of the applications that the person shares data with; one of the type first. */
  private List<Hook> hooks(SimPerson person, String key) {
    List<Hook> all =
        world.hooks().all().stream()
            .filter(h -> world.grants().shares(h.clientId(), person.id()))
            .toList();
    return all.stream()
        .filter(
            h ->
                h.userId().equals(key)
                    || h.userId().isEmpty()
                        && all.stream()
                            .noneMatch(
                                o -> o.clientId().equals(h.clientId()) && o.userId().equals(key)))
        .toList();
  }

  private static OutgoingNotification push(Hook hook, String key, JsonArray entries) {
    return OutgoingNotification.json(
            hook.id(), hook.url(), hook.clientId(), new JsonObject().put(key, entries))
        .labelled(new JsonObject().put("type", key));
  }

  private String base() {
    return world.base().get() + GarminVendor.BASE;
  }

  private String address(SimPerson person, GarminType type, LocalDate day) {
    long to = world.clock().now().getEpochSecond();
    long from = to - UPLOAD.toSeconds();
    String plain = String.join("|", person.id(), type.key(), day.toString(), from + "", to + "");
    String token = encoded(plain) + "." + seal(plain);
    return base()
        + "/"
        + type.key()
        + "?uploadStartTimeInSeconds="
        + from
        + "&uploadEndTimeInSeconds="
        + to
        + "&token="
        + URLEncoder.encode(token, StandardCharsets.UTF_8);
  }

  /** What the token of an address opens; empty for one that was never told. */
  static Optional<Opened> open(String token) {
    String[] parts = token.split("\\.", 2);
    try {
      String plain = new String(Base64.getDecoder().decode(parts[0]), StandardCharsets.UTF_8);
      String[] words = plain.split("\\|");
      return parts.length == 2 && words.length == 5 && seal(plain).equals(parts[1])
          ? Optional.of(
              new Opened(
                  words[0],
                  GarminType.ofKey(words[1]).orElseThrow(),
                  LocalDate.parse(words[2]),
                  Long.parseLong(words[3]),
                  Long.parseLong(words[4])))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String encoded(String plain) {
    return Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /** Has signs in it that an address must not lose: whoever writes it anew will be refused. */
  private static String seal(String plain) {
    return PushRules.sha256Base64(SEAL, plain.getBytes(StandardCharsets.UTF_8));
  }
}
