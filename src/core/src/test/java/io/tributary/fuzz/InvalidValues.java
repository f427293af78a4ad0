package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Invalid values that every call must reject or at least survive. */
final class InvalidValues {
  /** Gives every parameter all texts instead of a share; for manual runs. */
  private static final boolean ALL = Boolean.getBoolean("fuzz.all");

  /**
   * Number of shares. Parameters of one kind use the same parser in many calls, so each gets one
   * share.
   */
  private static final int SHARES = 3;

  /** Texts, encoded for a URI. */
  private static final List<String> TEXTS =
      List.of(
          "%20",
          "x",
          "%00",
          "a%00b",
          "%ff%fe",
          "%ed%a0%80",
          "-1",
          "0",
          "1e400",
          "99999999999999999999",
          "2147483648",
          "NaN",
          "null",
          "true",
          "2026-02-30",
          "2026-13-01",
          "0000-01-01",
          "-0001-01-01",
          "9999-12-31",
          "10000-01-01",
          "%2B10000-01-01",
          "2026-01-01T25:00:00Z",
          "0001-01-01T00:00:00%2B18:00",
          "9999-12-31T23:59:59-18:00",
          "2026-01-01T00:00:00%2B19:00",
          "%2B999999999-12-31T23:59:59Z",
          "%27%20or%201=1--",
          "..%2f..%2fetc%2fpasswd",
          "%F0%9F%98%80",
          "%E2%80%AE",
          "%7B%7D",
          "%25%73%6e",
          "a".repeat(5000),
          "1-1-1-1-1",
          "00000000-0000-0000-0000-000000000000",
          "ffffffff-ffff-ffff-ffff-ffffffffffff");

  /** JSON values. */
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "0.5",
          "1e400",
          "1e999999999",
          "-1e-999999999",
          "9223372036854775808",
          "99999999999999999999999999999999999999",
          "\"\"",
          "\" \"",
          "\"x\"",
          "\"a\\u0000b\"",
          "\"\\ud800\"",
          "\"\\ud83d\\ude00\\u202e\"",
          "\"" + "y".repeat(70_000) + "\"",
          "\"2026-02-30\"",
          "\"0000-01-01\"",
          "\"10000-01-01\"",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"0001-01-01T00:00:00+18:00\"",
          "\"9999-12-31T23:59:59-18:00\"",
          "\"9999-12-31\"",
          "\"0001-01-01\"",
          "\"8000-06-01T00:00:00Z\"",
          "\"0001-01-01T00:00:00Z\"",
          "\"NaN\"",
          "[]",
          "{}",
          "[null]",
          "[[[[]]]]",
          "{\"a\\u0000\":1}",
          "\"ffffffff-ffff-ffff-ffff-ffffffffffff\"");

  private InvalidValues() {}

  /**
   * Returns the texts for a parameter.
   *
   * @param of name of the parameter; equal names get equal texts
   */
  static List<String> texts(String of) {
    int share = Math.floorMod(of.hashCode(), SHARES);
    return IntStream.range(0, TEXTS.size())
        .filter(i -> ALL || i % SHARES == share)
        .mapToObj(TEXTS::get)
        .toList();
  }

  /** Returns bodies that are not JSON or not of the right kind. */
  static Map<String, byte[]> malformedBodies(String good) {
    Map<String, byte[]> out = new LinkedHashMap<>();
    out.put("none", null);
    for (String s : List.of("", " ", "x", "{", "[]", "null", "1", "\"x\"", "{}x", "{\"a\":}")) {
      out.put("text " + s, bytes(s));
    }
    out.put("cut off", bytes(good.substring(0, good.length() / 2)));
    out.put("deep lists", bytes("[".repeat(100_000)));
    out.put("deep objects", bytes("{\"a\":".repeat(50_000)));
    out.put("deep, closed", bytes("[".repeat(900) + "]".repeat(900)));
    out.put("bytes", new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2, 3});
    out.put("half a character", new byte[] {'{', '"', (byte) 0xc3, '"', ':', '1', '}'});
    out.put("utf-16", good.getBytes(StandardCharsets.UTF_16));
    out.put("mark of order", bytes("\ufeff" + good));
    out.put("many digits", bytes("{\"a\":" + "9".repeat(5_000) + "}"));
    out.put("long name", bytes("{\"" + "n".repeat(60_000) + "\":1}"));
    return out;
  }

  /** Returns copies of the valid body with one member replaced, removed or duplicated. */
  static Map<String, byte[]> brokenMembers(String good, Random random, int most) {
    JsonNode tree = Json.parse(good);
    List<String> places = new ArrayList<>();
    places(tree, "", places);
    List<Map.Entry<String, byte[]>> all = new ArrayList<>();
    for (String place : places) {
      for (String value : VALUES) {
        // Spliced as text, because a tree cannot hold a number beyond every numeric type.
        byte[] body = replaced(tree, place, value);
        all.add(Map.entry(place + " = " + (value.length() > 60 ? "long" : value), body));
      }
      all.add(Map.entry(place + " gone", removed(tree, place)));
      String name = place.substring(place.lastIndexOf('/') + 1);
      all.add(
          Map.entry(
              name + " twice",
              bytes(
                  good.replaceFirst("\"" + name + "\":", "\"" + name + "\":1,\"" + name + "\":"))));
    }
    java.util.Collections.shuffle(all, random);
    Map<String, byte[]> out = new LinkedHashMap<>();
    all.stream().limit(most).forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }

  private static void places(JsonNode node, String at, List<String> out) {
    if (node instanceof ObjectNode o) {
      o.properties()
          .forEach(
              e -> {
                out.add(at + "/" + e.getKey());
                places(e.getValue(), at + "/" + e.getKey(), out);
              });
    } else if (node instanceof ArrayNode a) {
      for (int i = 0; i < a.size(); i++) {
        out.add(at + "/" + i);
        places(a.get(i), at + "/" + i, out);
      }
    }
  }

  private static byte[] replaced(JsonNode tree, String place, String value) {
    JsonNode copy = tree.deepCopy();
    set(copy, place, Json.MAPPER.getNodeFactory().textNode("@@@"));
    return bytes(copy.toString().replace("\"@@@\"", value));
  }

  private static byte[] removed(JsonNode tree, String place) {
    JsonNode copy = tree.deepCopy();
    set(copy, place, null);
    return bytes(copy.toString());
  }

  private static void set(JsonNode tree, String place, JsonNode value) {
    int cut = place.lastIndexOf('/');
    JsonNode parent = tree.at(place.substring(0, cut));
    String name = place.substring(cut + 1);
    if (parent instanceof ObjectNode o) {
      if (value == null) {
        o.remove(name);
      } else {
        o.set(name, value);
      }
    } else if (parent instanceof ArrayNode a) {
      if (value == null) {
        a.remove(Integer.parseInt(name));
      } else {
        a.set(Integer.parseInt(name), value);
      }
    }
  }

  /** Returns modified copies of a real cursor, which holds no secret. */
  static List<String> tamperedCursors(String real) {
    List<String> out = new ArrayList<>();
    out.add("x");
    out.add("%00");
    out.add(real.substring(0, real.length() - 3));
    out.add(real + real);
    out.add(encoded(bytes("[]")));
    out.add(encoded(bytes("{}")));
    out.add(encoded(bytes("[".repeat(5000))));
    ArrayNode parts = (ArrayNode) Json.parse(Base64.getUrlDecoder().decode(real));
    for (int i = 0; i < parts.size(); i++) {
      for (String evil :
          List.of(
              "",
              "x",
              "-1",
              "99999999999999999999",
              "9223372036854775807",
              "-9223372036854775808",
              "2147483647",
              "0001-01-01T00:00:00+18:00",
              "9999-12-31T23:59:59-18:00",
              "9999-12-31T23:59:59.999999+00:00",
              "0000-01-01",
              "9999-12-31",
              "\ud800",
              "ffffffff-ffff-ffff-ffff-ffffffffffff",
              "z".repeat(3000))) {
        ArrayNode copy = parts.deepCopy();
        copy.set(i, copy.textNode(evil));
        out.add(encoded(Json.bytes(copy)));
      }
    }
    return out;
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static byte[] bytes(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] zipped(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
