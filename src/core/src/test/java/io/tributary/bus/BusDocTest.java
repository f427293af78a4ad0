package io.tributary.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.MarkdownTables;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the address table of the documentation with the code. */
class BusDocTest {
  private static final Path DOC = Path.of("src/docs/bus.md");

  /** Returns address to time limit, with {@code –} where no reply is expected. */
  private static Map<String, String> documented() {
    return MarkdownTables.rows(DOC, "Address").stream()
        .filter(row -> !row.getFirst().startsWith("wake."))
        .collect(
            Collectors.toMap(
                row -> row.get(0).replaceAll("<[a-z]+>", "1"),
                row -> row.get(3),
                (a, b) -> a,
                TreeMap::new));
  }

  @Test
  void everyFixedAddressIsListedWithItsLimit() {
    Map<String, String> code =
        Arrays.stream(Address.values())
            .collect(
                Collectors.toMap(
                    Address::text, a -> seconds(a.replyTimeout()), (a, b) -> a, TreeMap::new));
    Map<String, String> doc = documented();
    doc.keySet().retainAll(code.keySet());
    assertEquals(code, doc);
  }

  @Test
  void theTableHoldsNothingThatTheCodeLacks() throws Exception {
    Set<String> code = new TreeSet<>();
    for (Address a : Address.values()) {
      code.add(a.text());
    }
    for (var field : Address.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers()) && field.getType() == String.class) {
        code.add((String) field.get(null));
      }
    }
    for (Method m : Address.class.getDeclaredMethods()) {
      if (Modifier.isStatic(m.getModifiers())
          && Modifier.isPublic(m.getModifiers())
          && m.getReturnType() == String.class) {
        code.add((String) m.invoke(null, placeholderArguments(m)));
      }
    }
    assertEquals(code, new TreeSet<>(documented().keySet()));
  }

  private static Object[] placeholderArguments(Method m) {
    return Arrays.stream(m.getParameterTypes())
        .map(t -> t == String.class ? (Object) "1" : t == int.class ? (Object) 1 : (Object) 1L)
        .toArray();
  }

  private static String seconds(Duration limit) {
    return limit.toSeconds() + " s";
  }
}
