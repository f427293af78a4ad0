package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Cursor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes search results as bundles. */
public final class BundleWriter {
  private BundleWriter() {}

  /**
   * Writes a page of matches as a searchset bundle.
   *
   * @param type the resource type that was searched
   * @param next position after which the next page begins; empty on the last page
   */
  public static byte[] searchset(
      FhirBaseUrl urls,
      String type,
      Paging paging,
      Optional<List<String>> next,
      List<BundleEntry> entries) {
    String self = urls.base() + "/" + type + "?" + paging.query();
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "Bundle");
          out.writeStringField("type", "searchset");
          out.writeArrayFieldStart("link");
          link(out, "self", paging.after().map(a -> self + cursor(paging, a)).orElse(self));
          if (next.isPresent()) {
            link(out, "next", self + cursor(paging, next.get()));
          }
          out.writeEndArray();
          entries(out, urls, entries);
        });
  }

  private static String cursor(Paging paging, List<String> position) {
    return "&cursor=" + Cursor.encode(paging.filters(), position);
  }

  private static void link(JsonGenerator out, String relation, String url) throws IOException {
    out.writeStartObject();
    out.writeStringField("relation", relation);
    out.writeStringField("url", url);
    out.writeEndObject();
  }

  private static void entries(JsonGenerator out, FhirBaseUrl urls, List<BundleEntry> entries)
      throws IOException {
    if (entries.isEmpty()) {
      return;
    }
    out.writeArrayFieldStart("entry");
    for (BundleEntry e : entries) {
      out.writeStartObject();
      out.writeStringField("fullUrl", urls.resource(e.type(), e.id()));
      out.writeObjectFieldStart("resource");
      e.fields().write(out);
      out.writeEndObject();
      out.writeObjectFieldStart("search");
      out.writeStringField("mode", e.included() ? "include" : "match");
      out.writeEndObject();
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
