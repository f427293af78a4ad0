package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.util.List;

/**
 * A laboratory.
 *
 * @param methods supported methods, as wire names of {@link CollectionMethod}
 * @param sampleTypes wire names of {@link SpecimenType}
 * @param logoUrl null when there is none
 * @param compendium whether its codes take part in compendium searches
 * @param network slug of the laboratory whose rules apply, usually its own
 */
public record Lab(
    int id,
    String slug,
    String name,
    String address,
    String city,
    String zipcode,
    List<String> methods,
    List<String> sampleTypes,
    String logoUrl,
    boolean compendium,
    String network) {

  static final String SELECT =
      """
      select id, slug, name, first_line_address, city, zipcode, collection_methods, sample_types,
             logo_url, compendium, coalesce(network, slug) as network
        from lab where active order by id
      """;

  static Lab read(Row r) {
    return new Lab(
        r.getInteger("id"),
        r.getString("slug"),
        r.getString("name"),
        r.getString("first_line_address"),
        r.getString("city"),
        r.getString("zipcode"),
        RowMapping.texts(r, "collection_methods"),
        RowMapping.texts(r, "sample_types"),
        r.getString("logo_url"),
        r.getBoolean("compendium"),
        r.getString("network"));
  }

  ObjectNode json() {
    ObjectNode out =
        Json.object()
            .put("id", id)
            .put("slug", slug)
            .put("name", name)
            .put("first_line_address", address)
            .put("city", city)
            .put("zipcode", zipcode);
    methods.forEach(out.putArray("collection_methods")::add);
    sampleTypes.forEach(out.putArray("sample_types")::add);
    return out.put("logo_url", logoUrl);
  }
}
