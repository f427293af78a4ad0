package io.tributary.portal;

import io.tributary.core.ServiceException;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
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
 * Static files of a page, kept in memory.
 *
 * <p>The files contain no customer data and are public. Browsers revalidate them on every use, so
 * files of two releases are never mixed.
 */
public final class StaticAssets {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, File> files = new HashMap<>();

  private record File(Response.Raw body, String tag) {}

  /**
   * @param names file names by the resource folder that contains them
   */
  public StaticAssets(Map<String, List<String>> names) {
    names.forEach(
        (folder, all) ->
            all.forEach(
                name -> {
                  byte[] bytes = bytes(folder + name);
                  files.put(
                      name, new File(new Response.Raw(type(name), bytes), '"' + etag(bytes) + '"'));
                }));
  }

  /** Returns a file, 404 for an unknown name, or 304 if the client already has it. */
  public Response respond(RequestContext call, String name) {
    File file = files.get(name);
    if (file == null) {
      throw ServiceException.notFound("file");
    }
    Map<String, String> headers = new HashMap<>(PageSecurityHeaders.ALL);
    headers.put("cache-control", "no-cache");
    headers.put("etag", file.tag());
    return file.tag().equals(call.header("if-none-match"))
        ? new Response(304, null, headers)
        : new Response(200, file.body(), headers);
  }

  private static String type(String name) {
    return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = StaticAssets.class.getResourceAsStream(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String etag(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
