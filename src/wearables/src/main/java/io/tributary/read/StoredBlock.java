package io.tributary.read;

import io.tributary.sampleblock.SampleBlock;

/** A block and where it is. */
record StoredBlock(int series, int slot, SampleBlock block) {}
