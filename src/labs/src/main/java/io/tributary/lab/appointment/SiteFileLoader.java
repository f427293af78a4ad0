package io.tributary.lab.appointment;

import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lab.catalogue.CatalogueFile;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Loads zip codes, sites and service areas from {@code places.json}. Sites that are no longer in
 * the file are marked closed; existing appointments keep their data.
 */
final class SiteFileLoader {
  private static final System.Logger LOG = System.getLogger(SiteFileLoader.class.getName());
  private static final String FILE = "places.json";
  private static final int CHUNK_SIZE = 5000;

  private static final List<String> CLEAR_STATEMENTS =
      List.of(
          "delete from zip_code",
          "delete from phlebotomy_area",
          "delete from lab_scheduling",
          "update lab_site set active = false where active");
  private static final String ZIPS =
      """
      insert into zip_code (zip, lat, lng, state, time_zone)
      select e ->> 'zip', (e ->> 'lat')::float8, (e ->> 'lng')::float8, e ->> 'state',
             e ->> 'time_zone'
        from jsonb_array_elements($1::text::jsonb) as e
      """;
  private static final String SITES =
      """
      insert into lab_site as s (lab_id, code, name, address, lat, lng, time_zone, phone_number,
                                 fax_number, website, hours, capabilities, active)
      select l.id, e ->> 'code', e ->> 'name',
             jsonb_build_object('first_line', e -> 'first_line', 'second_line', e -> 'second_line',
               'city', e -> 'city', 'state', e -> 'state', 'zip_code', e -> 'zip_code'),
             (e ->> 'lat')::float8, (e ->> 'lng')::float8, e ->> 'time_zone', e ->> 'phone_number',
             e ->> 'fax_number', e ->> 'website', nullif(e -> 'hours', 'null'),
             array(select jsonb_array_elements_text(e -> 'capabilities')), (e ->> 'active')::bool
        from jsonb_array_elements($1::text::jsonb) as e join lab l on l.slug = e ->> 'lab'
      on conflict (lab_id, code) do update
        set name = excluded.name, address = excluded.address, lat = excluded.lat,
            lng = excluded.lng, time_zone = excluded.time_zone,
            phone_number = excluded.phone_number, fax_number = excluded.fax_number,
            website = excluded.website, hours = excluded.hours,
            capabilities = excluded.capabilities, active = excluded.active
      """;
  private static final String SCHEDULING =
      """
      insert into lab_scheduling (lab_id, confirmation)
      select l.id, e ->> 'confirmation'
        from jsonb_array_elements($1::text::jsonb) as e join lab l on l.slug = e ->> 'lab'
      """;
  private static final String AREAS =
      """
      insert into phlebotomy_area (provider, service, price_minor, zip)
      select distinct e ->> 'provider', e ->> 'service', (e ->> 'price')::int,
             jsonb_array_elements_text(e -> 'zips')
        from jsonb_array_elements($1::text::jsonb) as e
      """;

  private final Db db;
  private final String folder;

  /**
   * @param folder the catalogue folder; empty = no file
   */
  SiteFileLoader(Db db, String folder) {
    this.db = db;
    this.folder = folder;
  }

  /**
   * Stores the file's content. Call on a virtual or plain thread.
   *
   * @throws IllegalStateException when the file is invalid; nothing is stored in that case
   */
  void load() {
    CatalogueFile.read(folder, FILE, SiteFile.class, SiteFile::validationErrors)
        .map(
            file ->
                CatalogueFile.readText(folder, ZipCodeFile.FILE)
                    .map(
                        lines ->
                            file.combinedWith(
                                lines, file.content().withZips(ZipCodeFile.parse(lines))))
                    .orElse(file))
        .ifPresent(
            file -> {
              file.storeIfChanged(db, SiteFileLoader::store);
              LOG.log(
                  Level.INFO,
                  "lab sites loaded: zips={0} sites={1}",
                  file.content().zips().size(),
                  file.content().sites().size());
            });
  }

  private static void store(Tx tx, SiteFile file) {
    CLEAR_STATEMENTS.forEach(tx::update);
    writeChunks(tx, ZIPS, file.zips());
    writeChunks(tx, SITES, file.sites());
    writeChunks(tx, SCHEDULING, file.scheduling());
    writeChunks(tx, AREAS, file.phlebotomy());
  }

  /** Writes the rows in chunks, so that lists of any length fit into a statement. */
  private static void writeChunks(Tx tx, String sql, List<?> all) {
    for (int i = 0; i < all.size(); i += CHUNK_SIZE) {
      tx.update(sql, Json.text(all.subList(i, Math.min(all.size(), i + CHUNK_SIZE))));
    }
  }
}
