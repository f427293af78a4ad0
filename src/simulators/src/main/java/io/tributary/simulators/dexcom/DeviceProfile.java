package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * Sensor of a person and the device that displays it.
 *
 * @param display iOS, android or receiver
 */
record DeviceProfile(
    ZoneId zone, String generation, String display, String transmitter, boolean mmol) {
  private static final DateTimeFormatter WITHOUT_OFFSET =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

  static DeviceProfile of(SimPerson person) {
    String name = person.name().toLowerCase(Locale.ROOT);
    boolean g7 =
        name.startsWith("sandboxuser") ? name.endsWith("7") : Math.floorMod(person.seed(), 2) == 1;
    String display =
        name.startsWith("receiver")
            ? "receiver"
            : Math.floorMod(person.seed(), 3) == 0 ? "android" : "iOS";
    return new DeviceProfile(
        person.zone(),
        g7 ? "g7" : "g6",
        display,
        "%08X".formatted((int) person.seed()),
        name.startsWith("mmol"));
  }

  Optional<String> app() {
    return receiver()
        ? Optional.empty()
        : Optional.of(generation.toUpperCase(Locale.ROOT) + display);
  }

  boolean receiver() {
    return display.equals("receiver");
  }

  /** Starts a record with its common fields. A receiver writes both times without offsets. */
  JsonObject startRecord(SimPerson person, String kind, Instant moment) {
    Instant at = moment.truncatedTo(ChronoUnit.SECONDS);
    return new JsonObject()
        .put("recordId", kind + "-" + person.id().substring(0, 8) + "-" + at.getEpochSecond())
        .put(
            "systemTime",
            receiver() ? WITHOUT_OFFSET.format(at.atOffset(ZoneOffset.UTC)) : at.toString())
        .put(
            "displayTime",
            receiver() ? WITHOUT_OFFSET.format(at.atZone(zone)) : JsonText.local(at, zone));
  }

  String unit() {
    return mmol ? "mmol/L" : "mg/dL";
  }

  /** Converts a value to the displayed unit: integer mg/dL or mmol/L with one decimal. */
  Number convertGlucose(double mmolPerLitre) {
    if (mmol) {
      return JsonText.round(mmolPerLitre, 1);
    }
    return (int) Math.round(mmolPerLitre * 18.018);
  }
}
