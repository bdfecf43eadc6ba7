-- For wrk: requests previews with live keys and with revoked keys, and counts the statuses.
--
-- The first argument is a file with a line for each request: the expected status, the path and the key. Each
-- thread must have only one connection: then a response belongs to the request that was sent before it.

local requests, expected, position = {}, {}, 0
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  -- Global, so that done() can read it from each thread.
  counts = {}
  for line in io.lines(args[1]) do
    local status, path, key = string.match(line, '^(%d+) (%S+) (%S+)$')
    table.insert(requests, wrk.format('GET', path, {Authorization = 'Bearer ' .. key}))
    table.insert(expected, status)
  end
end

function request()
  position = position % #requests + 1
  return requests[position]
end

-- Milliseconds between a response and the next request, so that the load does not take the whole machine.
function delay()
  return 10
end

function response(status)
  local pair = expected[position] .. ' ' .. status
  counts[pair] = (counts[pair] or 0) + 1
end

-- Prints a line for each pair of expected and actual status, then the number of requests without a response.
function done(summary)
  for _, thread in ipairs(threads) do
    for pair, count in pairs(thread:get('counts')) do
      io.write('status ', pair, ' ', count, '\n')
    end
  end
  local errors = summary.errors
  io.write('no-response ', errors.connect + errors.read + errors.write + errors.timeout, '\n')
end
