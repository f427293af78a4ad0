package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lab.catalogue.CatalogueFile;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the payors for every team from their file. A payor missing from the file can no longer be
 * found, but stays for the insurances that refer to it.
 */
final class PayorLoader {
  private static final System.Logger LOG = System.getLogger(PayorLoader.class.getName());
  private static final String FILE = "payors.json";
  private static final int CHUNK_SIZE = 1000;

  private static final String UPSERT =
      """
      insert into payor as p (code, name, aliases, address, search)
      select e ->> 'code', e ->> 'name',
             array(select jsonb_array_elements_text(e -> 'aliases')), e -> 'address', e ->> 'search'
        from jsonb_array_elements($1::text::jsonb) as e
      on conflict (code) do update
        set name = excluded.name, aliases = excluded.aliases, address = excluded.address,
            search = excluded.search, active = true, updated_at = now()
      where p.team_id is null
      """;
  private static final String RETIRE =
      """
      update payor set active = false, updated_at = now()
       where team_id is null and active and code <> all($1::text[])
      """;
  private static final String DELETE_NUMBERS =
      "delete from payor_number where payor_id in (select id from payor where team_id is null)";
  private static final String INSERT_NUMBERS =
      """
      insert into payor_number (payor_id, provider, number)
      select p.id, n.key, n.value
        from jsonb_array_elements($1::text::jsonb) as e
        join payor p on p.code = e ->> 'code'
       cross join lateral jsonb_each_text(e -> 'numbers') as n
      """;

  private final Db db;
  private final String folder;

  /**
   * @param folder the catalogue folder; empty = no file
   */
  PayorLoader(Db db, String folder) {
    this.db = db;
    this.folder = folder;
  }

  /**
   * Stores the file's payors. Call on a virtual or plain thread.
   *
   * @throws IllegalStateException when the file is invalid; nothing is stored in that case
   */
  void load() {
    CatalogueFile.read(folder, FILE, PayorFile.class, PayorFile::validationErrors)
        .ifPresent(
            file -> {
              file.storeIfChanged(db, PayorLoader::store);
              LOG.log(Level.INFO, "payors: {0} for every team", file.content().payors().size());
            });
  }

  private static void store(Tx tx, PayorFile file) {
    tx.update(DELETE_NUMBERS);
    for (String piece : jsonChunks(file.payors())) {
      tx.update(UPSERT, piece);
      tx.update(INSERT_NUMBERS, piece);
    }
    tx.update(
        RETIRE, (Object) file.payors().stream().map(PayorFile.Entry::code).toArray(String[]::new));
  }

  /** Splits the payors into chunks, so that a list of any length fits into statements. */
  private static List<String> jsonChunks(List<PayorFile.Entry> all) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < all.size(); i += CHUNK_SIZE) {
      ArrayNode piece = Json.array();
      for (PayorFile.Entry e : all.subList(i, Math.min(all.size(), i + CHUNK_SIZE))) {
        ObjectNode row = piece.addObject().put("code", e.code()).put("name", e.name());
        e.aliases().forEach(row.putArray("aliases")::add);
        row.set("address", address(e.address()));
        row.put("search", PayorRepo.searchText(e.name(), e.aliases()));
        row.set("numbers", Json.tree(e.numbers()));
      }
      out.add(Json.text(piece));
    }
    return out;
  }

  private static ObjectNode address(PayorFile.Address a) {
    return Json.object()
        .put("first_line", a.firstLine())
        .put("second_line", a.secondLine() == null ? "" : a.secondLine())
        .put("country", a.country())
        .put("zip", a.zip())
        .put("city", a.city())
        .put("state", a.state())
        .putNull("access_notes");
  }
}
