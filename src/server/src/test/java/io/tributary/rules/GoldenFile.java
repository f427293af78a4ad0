package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Digests of the parts of a JSON document, in a file with one line per part.
 *
 * <p>Members are sorted, and texts for readers are left out, so that only changes that a program
 * can notice change a digest.
 */
record GoldenFile(Path file) {
  private static final Path DIRECTORY = Path.of("src/server/src/test/resources/golden");

  static GoldenFile named(String name) {
    return new GoldenFile(DIRECTORY.resolve(name));
  }

  /** Returns the SHA-256 of each part in its canonical form, by the name of the part. */
  static Map<String, String> digests(Map<String, JsonNode> parts, Set<String> prose) {
    Map<String, String> out = new TreeMap<>();
    parts.forEach((name, part) -> out.put(name, sha256(canonical(part, prose))));
    return out;
  }

  /**
   * Returns the text of a document with sorted members and without white space.
   *
   * @param prose names of members to leave out where their value is a string
   */
  static String canonical(JsonNode node, Set<String> prose) {
    if (node.isObject()) {
      List<String> members = new ArrayList<>();
      Set<String> names = new TreeSet<>();
      node.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        if (!prose.contains(name) || !node.get(name).isTextual()) {
          members.add(Json.object().textNode(name) + ":" + canonical(node.get(name), prose));
        }
      }
      return "{" + String.join(",", members) + "}";
    } else if (node.isArray()) {
      List<String> items = new ArrayList<>();
      node.forEach(item -> items.add(canonical(item, prose)));
      return "[" + String.join(",", items) + "]";
    }
    return node.toString();
  }

  /** Returns each member of an object as a part; {@code deep} members are split once more. */
  static Map<String, JsonNode> parts(ObjectNode document, Set<String> deep) {
    Map<String, JsonNode> out = new TreeMap<>();
    document
        .fields()
        .forEachRemaining(
            member -> {
              String name = member.getKey();
              if (deep.contains(name) && member.getValue() instanceof ObjectNode inner) {
                parts(inner, deep).forEach((key, part) -> out.put(name + " " + key, part));
              } else {
                out.put(name, member.getValue());
              }
            });
    return out;
  }

  /** Fails with the parts that differ from the file, and with the lines that would replace them. */
  void check(Map<String, String> digests) {
    Map<String, String> expected = new TreeMap<>();
    for (String line : read()) {
      if (!line.startsWith("#")) {
        String[] columns = line.split(" ", 2);
        expected.put(columns[1], columns[0]);
      }
    }
    StringBuilder changes = new StringBuilder();
    Set<String> names = new TreeSet<>(expected.keySet());
    names.addAll(digests.keySet());
    for (String name : names) {
      String now = digests.get(name);
      if (now == null) {
        changes.append("  remove the line of: ").append(name).append('\n');
      } else if (!now.equals(expected.get(name))) {
        String change = expected.containsKey(name) ? "  change: " : "  add:    ";
        changes.append(change).append(now).append(' ').append(name).append('\n');
      }
    }
    if (!changes.isEmpty()) {
      fail(
          "The wire format differs from "
              + file
              + ". If this was not intended, undo the change: clients depend on it. If it was"
              + " intended and clients can ignore it (a new path, an optional field), or a"
              + " decision record says why not, update these lines in the same commit:\n"
              + changes);
    }
  }

  private List<String> read() {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
