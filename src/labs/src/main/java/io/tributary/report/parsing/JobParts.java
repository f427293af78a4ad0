package io.tributary.report.parsing;

import io.tributary.config.ReportConfig;
import io.tributary.db.Db;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/** Dependencies of job runs. */
record JobParts(
    Vertx vertx,
    Db db,
    ReportConfig settings,
    JobRepo repo,
    ParsingJobLifecycle states,
    FileStore store,
    ReportFiles files,
    ReportReader reader,
    ReportMeaning meaning,
    SynonymRepo synonyms,
    WorkerExecutor thinkers) {}
