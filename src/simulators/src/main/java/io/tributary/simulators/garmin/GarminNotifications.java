package io.tributary.simulators.garmin;

import io.tributary.simulators.kit.OAuthGrantStore.Grant;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
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
 * Creates notifications and the callback URLs that they contain. A callback URL belongs to one
 * upload of one hour and is valid only with its signed token.
 */
final class GarminNotifications {
  private static final String SIGNING_KEY = "garmin-simulator";
  private static final Duration UPLOAD_WINDOW = Duration.ofHours(1);

  private final SimContext world;
  private final GarminVendor vendor;
  private final GarminRecords records;

  GarminNotifications(SimContext world, GarminVendor vendor) {
    this.world = world;
    this.vendor = vendor;
    this.records = new GarminRecords(world);
  }

  /** Content of a callback URL's token. */
  record CallbackToken(String userId, GarminType type, LocalDate day, long from, long to) {}

  /**
   * Returns a notification for each type that has data on these days and that the person permits.
   */
  List<OutgoingNotification> summaries(
      SimPerson person,
      List<GarminType> types,
      LocalDate first,
      LocalDate last,
      Optional<String> mode) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (GarminType type : types) {
      for (Hook hook : hooks(person, type.key())) {
        if (grantsWith(person, hook.clientId(), type.permission()).isEmpty()) {
          continue;
        }
        var entries = new JsonArray();
        first
            .datesUntil(last.plusDays(1))
            .forEach(day -> addEntries(entries, person, type, day, mode.orElse(hook.kind())));
        if (!entries.isEmpty()) {
          pushes.add(notification(hook, type.key(), entries));
        }
      }
    }
    return pushes;
  }

  private List<Grant> grantsWith(SimPerson person, String client, String permission) {
    return world.grants().grantsOf(person.id()).stream()
        .filter(
            g -> g.clientId().equals(client) && vendor.currentPermissions(g).contains(permission))
        .toList();
  }

  private void addEntries(
      JsonArray entries, SimPerson person, GarminType type, LocalDate day, String mode) {
    List<JsonObject> found = records.of(type, person, day);
    if (!mode.equals(GarminVendor.PING)) {
      found.forEach(entries::add);
    } else if (!found.isEmpty()) {
      entries.add(
          new JsonObject()
              .put("userId", person.id())
              .put("callbackURL", callbackUrl(person, type, day)));
    }
  }

  List<OutgoingNotification> deregistered(SimPerson person) {
    return forAllHooks(person, "deregistrations", new JsonObject());
  }

  List<OutgoingNotification> permissionsChanged(SimPerson person, Set<String> left) {
    Instant now = world.clock().now();
    return forAllHooks(
        person,
        "userPermissionsChange",
        new JsonObject()
            .put("summaryId", "x-permissions-" + now.getEpochSecond())
            .put("permissions", new JsonArray(List.copyOf(left)))
            .put("changeTimeInSeconds", now.getEpochSecond()));
  }

  /** Returns notifications about activity files, which are sent as callback URLs only. */
  List<OutgoingNotification> activityFiles(SimPerson person) {
    return forAllHooks(
        person,
        "activityFiles",
        new JsonObject()
            .put("fileType", "FIT")
            .put("callbackURL", baseUrl() + "/activityFile?id=1&token=t"));
  }

  private List<OutgoingNotification> forAllHooks(SimPerson person, String key, JsonObject entry) {
    return hooks(person, key).stream()
        .map(
            h -> notification(h, key, new JsonArray().add(entry.copy().put("userId", person.id()))))
        .toList();
  }

  /**
   * Returns the webhooks of the applications that the person shares data with. A webhook for the
   * type takes precedence over one for all types.
   */
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

  private static OutgoingNotification notification(Hook hook, String key, JsonArray entries) {
    return OutgoingNotification.json(
            hook.id(), hook.url(), hook.clientId(), new JsonObject().put(key, entries))
        .withLabel(new JsonObject().put("type", key));
  }

  private String baseUrl() {
    return world.base().get() + GarminVendor.BASE;
  }

  private String callbackUrl(SimPerson person, GarminType type, LocalDate day) {
    long to = world.clock().now().getEpochSecond();
    long from = to - UPLOAD_WINDOW.toSeconds();
    String plain = String.join("|", person.id(), type.key(), day.toString(), from + "", to + "");
    String token = encode(plain) + "." + sign(plain);
    return baseUrl()
        + "/"
        + type.key()
        + "?uploadStartTimeInSeconds="
        + from
        + "&uploadEndTimeInSeconds="
        + to
        + "&token="
        + URLEncoder.encode(token, StandardCharsets.UTF_8);
  }

  /** Returns the content of a token; empty if it was not issued by the simulator. */
  static Optional<CallbackToken> parseToken(String token) {
    String[] parts = token.split("\\.", 2);
    try {
      String plain = new String(Base64.getDecoder().decode(parts[0]), StandardCharsets.UTF_8);
      String[] words = plain.split("\\|");
      return parts.length == 2 && words.length == 5 && sign(plain).equals(parts[1])
          ? Optional.of(
              new CallbackToken(
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

  private static String encode(String plain) {
    return Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Signs a text. The Base64 signature contains characters that must be percent-encoded in a URL,
   * so a client that does not preserve the encoding is rejected.
   */
  private static String sign(String plain) {
    return PushRules.sha256Base64(SIGNING_KEY, plain.getBytes(StandardCharsets.UTF_8));
  }
}
