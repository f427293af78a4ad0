package io.tributary.provider.apple;

import io.tributary.model.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Cache of sources, keyed by attribute bytes, so that samples share them. The device attribute
 * starts with the address of an object on the phone, which varies; only the text after it is
 * compared.
 */
final class SourceCache {
  private static final int SLOTS = 1024;
  private static final int MAX_SOURCES = 10_000;
  private static final byte[] NAME = ", name:".getBytes(StandardCharsets.US_ASCII);

  /** A source as read from the export, and as used in the model. */
  record Entry(HkSource hkSource, Source source) {}

  private record Slot(byte[] name, byte[] device, Entry entry) {}

  private final ExportReader.ExportSink out;
  private final Slot[] slots = new Slot[SLOTS];
  private final Map<HkSource, Entry> known = new HashMap<>();

  SourceCache(ExportReader.ExportSink out) {
    this.out = out;
  }

  /** Returns the source of these attributes; either may be null. */
  Entry get(ByteSlice name, ByteSlice device) {
    int deviceFrom = device == null ? 0 : descriptionOffset(device);
    int deviceTo = device == null ? 0 : device.to;
    byte[] deviceBytes = device == null ? new byte[0] : device.bytes;
    int hash = ByteSlice.hash(deviceBytes, deviceFrom, deviceTo);
    if (name != null) {
      hash = 31 * hash + ByteSlice.hash(name.bytes, name.from, name.to);
    }
    int i = (hash ^ hash >>> 12) & SLOTS - 1;
    Slot s = slots[i];
    if (s != null
        && Arrays.equals(s.device, 0, s.device.length, deviceBytes, deviceFrom, deviceTo)
        && (name == null ? s.name.length == 0 : name.contentEquals(s.name))) {
      return s.entry;
    }
    HkSource by =
        HkSource.parse(
            name == null ? "" : name.toString(),
            new String(deviceBytes, deviceFrom, deviceTo - deviceFrom, StandardCharsets.UTF_8));
    if (known.size() >= MAX_SOURCES) {
      known.clear();
    }
    Entry entry = known.computeIfAbsent(by, b -> new Entry(b, out.source(b)));
    slots[i] =
        new Slot(
            name == null ? new byte[0] : name.copy(),
            Arrays.copyOfRange(deviceBytes, deviceFrom, deviceTo),
            entry);
    return entry;
  }

  /** Returns where the description begins: after the address, if there is one. */
  private static int descriptionOffset(ByteSlice device) {
    int last = Math.min(device.to - NAME.length, device.from + 64);
    for (int p = device.from; p <= last; p++) {
      if (Arrays.equals(device.bytes, p, p + NAME.length, NAME, 0, NAME.length)) {
        return p + 2;
      }
    }
    return device.from;
  }
}
