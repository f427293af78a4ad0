package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Updates the catalogue's rows from its files. Unchanged files are skipped, IDs are stable, and
 * entries missing from a file are retired. A missing file changes nothing, because a node with
 * another folder must not remove a lab from the cluster.
 */
final class CatalogueLoader {
  private static final System.Logger LOG = System.getLogger(CatalogueLoader.class.getName());
  private static final int CHUNK_SIZE = 1000;

  private final Db db;
  private final String folder;

  /**
   * @param folder empty = no files
   */
  CatalogueLoader(Db db, String folder) {
    this.db = db;
    this.folder = folder;
  }

  /**
   * Reads all files and stores the changed ones. Call on a virtual or plain thread.
   *
   * @throws IllegalStateException when files are invalid; nothing is stored in that case
   */
  void load() {
    if (folder.isEmpty()) {
      return;
    }
    if (!Files.isDirectory(Path.of(folder))) {
      LOG.log(Level.INFO, "lab catalog: folder not found: {0}", folder);
      return;
    }
    CatalogueFiles files = CatalogueFiles.read(Path.of(folder));
    Map<String, LoincFile.Entry> codes = LabFileRows.byCode(files.loinc().content());
    storeIfChanged(
        files.loinc(), tx -> tx.update(CatalogueSql.LOINC, loincRows(files.loinc().content())));
    for (CatalogueFiles.LoadedFile<LabFile> file : files.labs()) {
      storeIfChanged(file, tx -> store(tx, file.content(), codes));
    }
  }

  private interface Step {
    void run(Tx tx);
  }

  /**
   * Stores a file and its hash in the same transaction, so that a crash leads to another attempt.
   */
  private void storeIfChanged(CatalogueFiles.LoadedFile<?> file, Step step) {
    boolean stored =
        db.tx(
            tx -> {
              tx.query(CatalogueSql.LOCK);
              boolean known =
                  tx.first(CatalogueSql.STORED_HASH, file.name())
                      .filter(r -> r.getString("hash").equals(file.hash()))
                      .isPresent();
              if (!known) {
                step.run(tx);
                tx.update(CatalogueSql.STORE_HASH, file.name(), file.hash());
                // Without fresh statistics the planner treats the tables as nearly empty for the
                // first searches.
                tx.query(CatalogueSql.ANALYZE);
              }
              return !known;
            });
    if (stored) {
      LOG.log(Level.INFO, "lab catalog: file={0} stored", file.name());
    }
  }

  private static String loincRows(LoincFile file) {
    return Json.text(LabFileRows.loinc(file.loinc()));
  }

  private static void store(Tx tx, LabFile f, Map<String, LoincFile.Entry> codes) {
    int lab = upsertLab(tx, f.lab());
    LabFileRows rows = new LabFileRows(f, codes);
    writeChunks(tx, CatalogueSql.MARKERS, lab, rows.markers());
    tx.update(
        CatalogueSql.RETIRE_MARKERS,
        lab,
        f.markers().stream().map(LabFile.MarkerEntry::code).toArray(String[]::new));
    writeAndRetire(tx, CatalogueSql.RESULTS, CatalogueSql.RETIRE_RESULTS, lab, rows.results());
    writeAndRetire(
        tx, CatalogueSql.QUESTIONS, CatalogueSql.RETIRE_QUESTIONS, lab, rows.questions());
    writeAndRetire(tx, CatalogueSql.ANSWERS, CatalogueSql.RETIRE_ANSWERS, lab, rows.answers());
    writeAndRetire(tx, CatalogueSql.REFLEXES, CatalogueSql.DROP_REFLEXES, lab, rows.reflexes());
    storeTests(tx, lab, f.labTests());
  }

  private static int upsertLab(Tx tx, LabFile.LabEntry lab) {
    tx.update(
        CatalogueSql.LAB,
        lab.slug(),
        lab.name(),
        lab.firstLineAddress(),
        lab.city(),
        lab.zipcode(),
        lab.collectionMethods().toArray(String[]::new),
        lab.sampleTypes().toArray(String[]::new),
        lab.logoUrl(),
        lab.compendium(),
        lab.active(),
        lab.network());
    return tx.first(CatalogueSql.LAB_ID, lab.slug()).orElseThrow().getInteger("id");
  }

  private static void writeAndRetire(Tx tx, String put, String retire, int lab, ArrayNode rows) {
    writeChunks(tx, put, lab, rows);
    tx.update(retire, lab, Json.text(rows));
  }

  private static void writeChunks(Tx tx, String sql, int lab, ArrayNode rows) {
    for (ArrayNode piece : LabFileRows.chunks(rows, CHUNK_SIZE)) {
      tx.update(sql, lab, Json.text(piece));
    }
  }

  private static void storeTests(Tx tx, int lab, List<LabFile.TestEntry> tests) {
    for (LabFile.TestEntry t : tests) {
      tx.update(
          CatalogueSql.TEST,
          t.id(),
          t.environments().getFirst(),
          lab,
          t.slug(),
          t.name(),
          t.description(),
          t.method(),
          t.sampleType(),
          t.fasting());
      String[] codes = t.codes().toArray(String[]::new);
      tx.update(CatalogueSql.DROP_TEST_MEMBERS, t.id(), codes);
      tx.update(CatalogueSql.TEST_MEMBERS, lab, t.id(), codes);
    }
    tx.update(
        CatalogueSql.RETIRE_TESTS,
        lab,
        tests.stream().map(LabFile.TestEntry::id).toArray(UUID[]::new));
  }
}
