package io.tributary.portal;

import io.tributary.testkit.Answer;
import io.tributary.testkit.TestNode;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Links and sessions of a test's first team. */
final class PortalHarness {
  final TestNode node;

  PortalHarness(TestNode node) {
    this.node = node;
  }

  String base(String environment) {
    return "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/" + environment;
  }

  /** The address of a fresh link. */
  String link(String body) {
    String url =
        node.manage("POST", base("sandbox") + "/webhook_portal_link", body)
            .expect(200)
            .json()
            .get("url")
            .asText();
    URI uri = URI.create(url);
    return node.url(uri.getPath() + "#" + uri.getFragment());
  }

  String link() {
    return link("{}");
  }

  static String token(String link) {
    return link.substring(link.indexOf("#link=") + 6);
  }

  /** A session without a browser. */
  Session session(String body) {
    return new Session(opened(token(link(body))).expect(200));
  }

  Answer opened(String token) {
    return node.send("POST", "/portal/api/session", "{\"link\":\"" + token + "\"}", Map.of());
  }

  /** What a browser would keep of an opened link. */
  final class Session {
    final String cookie;
    final String word;

    Session(Answer opened) {
      cookie = opened.header("set-cookie").split(";")[0];
      word = opened.json().get("word").asText();
    }

    Answer call(String method, String path, String body) {
      return node.send(method, "/portal/api" + path, body, headers());
    }

    Map<String, String> headers() {
      return new HashMap<>(Map.of("cookie", cookie, "x-portal-word", word));
    }
  }
}
