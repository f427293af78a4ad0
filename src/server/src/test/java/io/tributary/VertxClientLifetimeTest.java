package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that every Vert.x client is kept in a variable or field.
 *
 * <p>Vert.x closes a client once it is unreachable: connections that it returns later are already
 * closed without an error, and its open connections are closed after 30 seconds. Calling a method
 * directly on a newly created client is therefore a bug.
 */
class VertxClientLifetimeTest {
  private static final Pattern MADE =
      Pattern.compile(
          "\\b(createNetClient|createHttpClient|createWebSocketClient|WebClient\\s*\\.create)\\s*\\(");

  /** Returns the lines on which a client is used in the expression that creates it. */
  private static List<Long> findUnreferencedClients(String source) {
    List<Long> lines = new ArrayList<>();
    Matcher made = MADE.matcher(source);
    while (made.find()) {
      int at = made.end();
      for (int open = 1; open > 0; at++) {
        open += source.charAt(at) == '(' ? 1 : source.charAt(at) == ')' ? -1 : 0;
      }
      if (source.substring(at).stripLeading().startsWith(".")) {
        lines.add(source.substring(0, made.end()).lines().count());
      }
    }
    return lines;
  }

  @Test
  void clientsAreKeptByWhoMakesThem() throws IOException {
    List<String> found = new ArrayList<>();
    int made = 0;
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String source = Files.readString(file);
        made += MADE.matcher(source).find() ? 1 : 0;
        findUnreferencedClients(source).forEach(line -> found.add(file + ":" + line));
      }
    }
    assertEquals(List.of(), found);
    assertTrue(made > 0, "the sources are not where they are looked for");
  }

  @Test
  void theRuleSeesWhatIsUsedWhereItIsMade() {
    assertEquals(
        List.of(2L),
        findUnreferencedClients("line =\n    vertx.create" + "NetClient()\n        .connect(to);"));
    assertEquals(
        List.of(1L),
        findUnreferencedClients("WebClient.create" + "(vertx, options(1)).getAbs(url).send();"));
    assertEquals(
        List.of(),
        findUnreferencedClients("this.net = vertx.create" + "NetClient(settings(a, b));"));
    assertEquals(
        List.of(), findUnreferencedClients("use(vertx.create" + "HttpClient(), 1).send();"));
  }
}
