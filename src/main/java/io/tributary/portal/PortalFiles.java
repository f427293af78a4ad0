package io.tributary.portal;

import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.kernel.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The files that the page is made of, in memory. They hold no data, so anybody may have them. A
 * browser asks again each time and mostly hears that nothing has changed: the parts of two releases
 * never meet.
 */
final class PortalFiles {
  static final String INDEX = "index.html";

  static final List<String> NAMES =
      List.of(
          INDEX,
          "style.css",
          "icon.svg",
          "app.js",
          "actions.js",
          "api.js",
          "chart.js",
          "dom.js",
          "endpoint.js",
          "endpoints.js",
          "message.js",
          "messages.js",
          "types.js",
          "ui.js",
          "words.js");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, File> files = new HashMap<>();

  private record File(Reply.Raw body, String tag) {}

  PortalFiles() {
    for (String name : NAMES) {
      byte[] bytes = bytes(name);
      files.put(name, new File(new Reply.Raw(type(name), bytes), '"' + hash(bytes) + '"'));
    }
  }

  Reply answer(Call call, String name) {
    File file = files.get(name);
    if (file == null) {
      throw Refusal.notFound("file");
    }
    Map<String, String> headers = new HashMap<>(PortalHeaders.ALL);
    headers.put("cache-control", "no-cache");
    headers.put("etag", file.tag());
    return file.tag().equals(call.header("if-none-match"))
        ? new Reply(304, null, headers)
        : new Reply(200, file.body(), headers);
  }

  private static String type(String name) {
    return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
  }

  private static byte[] bytes(String name) {
    try (InputStream in = PortalFiles.class.getResourceAsStream("/portal/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
