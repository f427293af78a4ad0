package io.tributary.provider.apple;

import io.tributary.model.DeviceDescription;
import io.tributary.model.SourceType;
import java.util.Optional;

/**
 * Source of a record. The export contains no bundle IDs, so the type is derived from the source
 * name and the device.
 *
 * @param name as the export prints it
 * @param manufacturer manufacturer of the device; empty if there is none
 * @param model product name such as {@code Watch6,1}; empty if there is none
 */
public record HkSource(SourceType type, String name, String manufacturer, String model) {
  private static final String SEPARATOR = "\t";
  private static final int MAX_LENGTH = 100;

  public HkSource {
    name = sanitize(name);
    manufacturer = sanitize(manufacturer);
    model = sanitize(model);
  }

  /** Replaces tabs, which separate the parts of a key, and NUL, which the database rejects. */
  private static String sanitize(String text) {
    String t = text.replace('\t', ' ').replace('\0', ' ').strip();
    return t.codePointCount(0, t.length()) > MAX_LENGTH
        ? t.substring(0, t.offsetByCodePoints(0, MAX_LENGTH))
        : t;
  }

  /**
   * @param name attribute {@code sourceName}
   * @param device attribute {@code device} without its address, such as {@code name:Apple Watch,
   *     manufacturer:Apple Inc., model:Watch, hardware:Watch6,1, software:8.5>}; empty if absent
   */
  static HkSource parse(String name, String device) {
    String hardware = labelValue(device, "hardware:");
    String model = hardware.isEmpty() ? labelValue(device, "model:") : hardware;
    return new HkSource(
        type(name, device, model), name, labelValue(device, "manufacturer:"), model);
  }

  /**
   * Returns the value of a label. Values contain commas, such as {@code Watch6,1}, so a value ends
   * at a comma followed by a space.
   */
  private static String labelValue(String device, String label) {
    int at = device.indexOf(label);
    if (at < 0 || at > 0 && device.charAt(at - 1) != ' ') {
      return "";
    }
    int from = at + label.length();
    int to = device.indexOf(", ", from);
    if (to < 0) {
      to = device.endsWith(">") ? device.length() - 1 : device.length();
    }
    return device.substring(from, Math.max(from, to));
  }

  private static SourceType type(String name, String device, String model) {
    if (model.startsWith("Watch")) {
      return SourceType.WATCH;
    }
    if (model.startsWith("iPhone") || model.startsWith("iPad") || model.startsWith("iPod")) {
      return SourceType.PHONE;
    }
    if (!device.isEmpty()) {
      return SourceType.APP;
    }
    if (name.contains("Watch")) {
      return SourceType.WATCH;
    }
    if (name.contains("iPhone") || name.contains("iPad") || name.contains("iPod")) {
      return SourceType.PHONE;
    }
    return name.isBlank() ? SourceType.UNKNOWN : SourceType.APP;
  }

  /**
   * Returns the device, if known; its software version is omitted, because it changes within a
   * file.
   */
  public Optional<DeviceDescription> device() {
    return model.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DeviceDescription(
                AppleExport.SLUG,
                type,
                null,
                manufacturer.isEmpty() ? null : manufacturer,
                model,
                null,
                null));
  }

  /** Returns a text that {@link #of} parses. */
  public String key() {
    return String.join(SEPARATOR, type.wire(), model, manufacturer, name);
  }

  public static HkSource of(String key) {
    String[] parts = key.split(SEPARATOR, -1);
    return new HkSource(SourceType.of(parts[0]), parts[3], parts[2], parts[1]);
  }
}
